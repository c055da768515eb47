// What is asked of every picture before memory is taken for its pixels.
#pragma once

#include <cstdint>

#include "codec/codec.hpp"
#include "image/geometry.hpp"

namespace epochmill::codec {

// The size that a header claims. Throws `input` when a side is 0 or the product is above
// options.max_pixels.
image::Size checked_size(std::uint64_t width, std::uint64_t height, const DecodeOptions& options);

// `stored` as EXIF orientation `orientation` shows it: 5-8 swap the sides.
image::Size oriented_size(image::Size stored, int orientation);

}  // namespace epochmill::codec
