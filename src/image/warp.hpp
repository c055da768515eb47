// Warps: every pixel of a new picture is looked up where a map says that it lies in the old one.
#pragma once

#include <array>

#include "image/image.hpp"
#include "image/resample.hpp"
#include "image/warp_map.hpp"

namespace epochmill::image {

// The picture of `size` that `map` makes of `in`, with the bits of Pillow's Image.transform for
// 8-bit pictures of 1 or 3 channels and for f32 (Pillow's mode F). kNearest is the pixel around the
// position; of an affine map its place is added up in 16.16 fixed point, as long as that holds it.
// kBilinear mixes four pixels in double, repeats those of the edge beyond it, and cuts the fraction
// off for 8 bits; it does not antialias. Where the position is outside `in`, `fill` per channel,
// cut to a value of the pixel type; of pictures that have not three channels, fill[0]. Throws
// `internal` when `in` or `size` is empty, and for any other interpolation. Any thread.
ImageU8 warp(const ImageU8& in, const WarpMap& map, Size size, Interpolation interpolation,
             const std::array<double, 3>& fill);
ImageF32 warp(const ImageF32& in, const WarpMap& map, Size size, Interpolation interpolation,
              const std::array<double, 3>& fill);
Image warp(const Image& in, const WarpMap& map, Size size, Interpolation interpolation,
           const std::array<double, 3>& fill);

}  // namespace epochmill::image
