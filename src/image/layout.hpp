// Moving pixels without changing them: crops, borders, mirrors, quarter turns. For every kind of
// pixel.
#pragma once

#include <array>

#include "image/geometry.hpp"
#include "image/image.hpp"

namespace epochmill::image {

// The part `box` of `in`, which must lie inside; throws `internal` otherwise.
Image crop(const Image& in, const Box& box);

enum class PaddingMode { kConstant, kEdge, kReflect, kSymmetric };

struct Padding {
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;
};

// `in` with a border. kConstant: `fill` per channel (a value of the pixel type's own scale: 0..255
// for u8); of a picture that has not three channels all three must be the same. kEdge repeats the
// last pixel, kReflect mirrors without it (3 2 [1 2 3] 2 1), kSymmetric with it (2 1 [1 2 3] 3 2),
// as torchvision's pad. Sides must not be negative; kReflect needs sides below the picture's,
// kSymmetric not above: throws `input` that names both sizes.
Image pad(const Image& in, const Padding& padding, PaddingMode mode,
          const std::array<double, 3>& fill);

Image flip_horizontal(const Image& in);
Image flip_vertical(const Image& in);

// `in` as EXIF orientation `orientation` (1-8, TIFF tag 274) says that it is to be shown; others:
// as it is.
ImageU8 orient(ImageU8 in, int orientation);

}  // namespace epochmill::image
