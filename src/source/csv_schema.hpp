// What a recipe may say of a `csv` source.
#pragma once

#include "recipe/params.hpp"

namespace epochmill::source {

inline constexpr const char* kRoot = "root";
inline constexpr const char* kImage = "image";
inline constexpr const char* kLabel = "label";
inline constexpr const char* kClasses = "classes";
inline constexpr const char* kNumClasses = "num_classes";
inline constexpr const char* kOneHot = "one_hot";
inline constexpr const char* kExtraLabelColumns = "extra_labels";
inline constexpr const char* kMaskColumn = "mask";
inline constexpr const char* kBoxColumns = "box";
inline constexpr const char* kBoxLabel = "box_label";
inline constexpr const char* kBoxClasses = "box_classes";
inline constexpr const char* kPoints = "points";
inline constexpr const char* kHeaderRows = "header_rows";
inline constexpr const char* kDelimiter = "delimiter";
inline constexpr const char* kAllowOutside = "allow_outside";

recipe::Schema csv_schema();

}  // namespace epochmill::source
