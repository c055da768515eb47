// What a recipe may say of a `csv` source.
#pragma once

#include "recipe/params.hpp"

namespace epochmill::source {

inline constexpr const char* kRoot = "root";
inline constexpr const char* kImage = "image";
inline constexpr const char* kLabel = "label";
inline constexpr const char* kClasses = "classes";
inline constexpr const char* kNumClasses = "num_classes";
inline constexpr const char* kPoints = "points";
inline constexpr const char* kFlipPairs = "flip_pairs";
inline constexpr const char* kHeaderRows = "header_rows";
inline constexpr const char* kDelimiter = "delimiter";
inline constexpr const char* kAllowOutside = "allow_outside";

recipe::Schema csv_schema();

}  // namespace epochmill::source
