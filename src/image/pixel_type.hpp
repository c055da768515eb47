// A picture of one kind of pixels as one of the other.
#pragma once

#include "image/image.hpp"

namespace epochmill::image {

// Whether the full range of 8 bits, 0..255, stands for 0..1 of f32; otherwise numbers keep their
// values.
enum class PixelScale { kKept, kFullRange };

// x, or x / 255, rounded once.
ImageF32 to_f32(const ImageU8& in, PixelScale scale);

// x, or x * 255.999 in f32, without what is behind the point; what is outside 0..255 becomes the
// nearer of the two, and what is no number becomes 0.
ImageU8 to_u8(const ImageF32& in, PixelScale scale);

}  // namespace epochmill::image
