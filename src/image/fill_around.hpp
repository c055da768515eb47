// What of a picture lies outside another one, from which a map leads to it.
#pragma once

#include <array>

#include "image/image.hpp"
#include "image/warp_map.hpp"

namespace epochmill::image {

// Gives every pixel of `out` whose middle `map` takes outside a picture of `size` the value `fill`
// (as warp() does). No horizon of `map` may cross `out`.
void fill_around(ImageU8& out, const WarpMap& map, Size size, const std::array<double, 3>& fill);
void fill_around(ImageF32& out, const WarpMap& map, Size size, const std::array<double, 3>& fill);

}  // namespace epochmill::image
