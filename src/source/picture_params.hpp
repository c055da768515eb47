// What every source asks the user, written once: where it lies, if it lies anywhere, and how its
// pictures are to be decoded. The decoder knows no recipe; the room that calls it reads these
// parameters by the names here, whatever the source.
#pragma once

#include <vector>

#include "recipe/params.hpp"

namespace epochmill::source {

inline constexpr const char* kPath = "path";  // text
inline constexpr const char* kExif = "exif";  // flag
inline constexpr const char* kBackground =
    "background";  // three integers, 0 to 255: red, green, blue
inline constexpr const char* kMaxPixels = "max_pixels";  // integer

// exif, background, max_pixels.
std::vector<recipe::ParamSpec> decoding_params();

// `path`, with `meaning`, then those for decoding.
std::vector<recipe::ParamSpec> picture_params(const char* meaning_of_path);

}  // namespace epochmill::source
