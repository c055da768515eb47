// Elastic warps: every pixel of a new picture has a displacement of its own.
#pragma once

#include <array>

#include "image/image.hpp"
#include "image/resample.hpp"

namespace epochmill::image {

// The pixel at (x, y) of the new picture lies at (x + dx(y, x), y + dy(y, x)) in the old one, in
// pixel centres. Both rasters are [height, width, 1].
struct DisplacementField {
  ImageF32 dx;
  ImageF32 dy;
};

// The picture that `field` makes of `in`, of the same size. kNearest takes the pixel at the rounded
// place (halves to even). kBilinear mixes four pixels in f32 by torch's grid_sample: those outside
// count nothing, and where they do, the sum is weighted by the share m that lies inside, and gets
// (1
// - m) * fill, as in torchvision's elastic transform; u8 values are rounded half to even. `fill`
// per channel; of pictures that have not three channels, fill[0]. Throws `internal` when sizes
// differ, or for another interpolation.
Image displace(const Image& in, const DisplacementField& field, Interpolation interpolation,
               const std::array<double, 3>& fill);
ImageU8 displace(const ImageU8& in, const DisplacementField& field, Interpolation interpolation,
                 const std::array<double, 3>& fill);

}  // namespace epochmill::image
