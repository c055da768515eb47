// Warps that shrink: each new pixel is the mean of a grid of places.
#pragma once

#include <array>

#include "image/image.hpp"
#include "image/warp_map.hpp"

namespace epochmill::image {

// As warp() with kBilinear and kHalfUp, of the mean of grid.height x grid.width places spread
// evenly within each pixel; 1 to kMostPlaces each way. Means of 8 bits are rounded half up.
ImageU8 mean_of_grid(const ImageU8& in, const WarpMap& map, Size size, Size grid,
                     const std::array<double, 3>& fill);
ImageF32 mean_of_grid(const ImageF32& in, const WarpMap& map, Size size, Size grid,
                      const std::array<double, 3>& fill);

inline constexpr int kMostPlaces = 32;

}  // namespace epochmill::image
