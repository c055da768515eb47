// Resizes whose part of the old picture has fractional edges, or lies outside it.
#pragma once

#include <array>

#include "image/geometry.hpp"
#include "image/image.hpp"
#include "image/warp_map.hpp"

namespace epochmill::image {

// The picture of `size` that an axis-parallel map (is_axis_parallel) makes of `in`, antialiased by
// the filter of resize() with kBilinear, and mirrored where the map mirrors. New pixels whose
// middles lie outside `in` are `fill`, and those near its edge use what is inside. Looks at no
// pixel outside `box`, which holds all that the others need. Throws as resize().
ImageU8 resize_part(const ImageU8& in, const Box& box, const WarpMap& map, Size size,
                    const std::array<double, 3>& fill);
ImageF32 resize_part(const ImageF32& in, const Box& box, const WarpMap& map, Size size,
                     const std::array<double, 3>& fill);

}  // namespace epochmill::image
