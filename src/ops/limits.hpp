// How large a picture may become on its way through the ops.
#pragma once

#include <cstdint>

#include "image/geometry.hpp"

namespace epochmill::ops {

// Every whole number up to this one is exact as an f32, so that a crop box of any such picture can
// be recorded.
inline constexpr std::int64_t kMaxSide = std::int64_t{1} << 24;
inline constexpr std::int64_t kMaxPixels = std::int64_t{1} << 28;

// The two sides as a Size. Throws `input`, naming them, when a picture of that size would pass a
// limit. Sides of 0 are not known yet, and pass.
image::Size checked_size(std::int64_t height, std::int64_t width);

}  // namespace epochmill::ops
