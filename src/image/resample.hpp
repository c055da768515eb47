// Resizing, bit-equal to Pillow's crop().resize(): separable, antialiased, fixed point.
#pragma once

#include "image/geometry.hpp"
#include "image/image.hpp"

namespace epochmill::image {

// kBilinearAliased is bilinear that looks at no more than the two nearest pixels of a side, also
// where it shrinks: torchvision's on tensors with antialias = false.
enum class Interpolation { kNearest, kBilinear, kBicubic, kLanczos, kBilinearAliased };

// The part `box` of `in`, resized to `size`. Equal to Pillow's `in.crop(box).resize(size,
// BILINEAR)` (NEAREST, BICUBIC, LANCZOS) for 8-bit pictures: coefficients in double from the
// filter, widened by max(1, ratio), rounded to 22 bits; the horizontal pass comes first and is
// rounded to 8 bits. f32 pictures use the same coefficients in double, sums in double in order of
// x, then y, rounded to f32 after each pass, and are not part of that equality. `box` must lie
// inside `in`, sizes must be at least 1, 8-bit pictures have 1 or 3 channels; throws `internal`
// otherwise. All but kNearest shrink a side to no less than one 8000th (throws `input`).
ImageU8 resize(const ImageU8& in, const Box& box, Size size, Interpolation interpolation);
ImageF32 resize(const ImageF32& in, const Box& box, Size size, Interpolation interpolation);

}  // namespace epochmill::image
