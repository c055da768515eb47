// Parts of a picture that get one colour.
#pragma once

#include <array>
#include <cstdint>

#include "image/geometry.hpp"
#include "image/image.hpp"

namespace epochmill::image {

// Gives the pixels of `box` the colour `fill`, per channel, on the pixel type's own scale; of
// pictures that have not three channels, fill[0]. A box without pixels changes nothing. Throws
// `internal` when it is not inside.
void erase(Image& picture, const Box& box, const std::array<double, 3>& fill);
void erase(ImageU8& picture, const Box& box, const std::array<double, 3>& fill);

// A grid of square tiles with a square hole in the top left corner of each.
struct HoleGrid {
  int unit = 1;        // side of a tile, in pixels
  int hole = 0;        // side of a hole, at most `unit`
  int left = 0;        // how far a tile's left edge lies left of the picture's, in [0, unit)
  int top = 0;         // likewise
  double degrees = 0;  // counterclockwise, around the middle of the picture, in [0, 360]
};

// Gives the pixels whose centres lie in holes of `grid` the colour `fill`, as erase().
void erase_grid(Image& picture, const HoleGrid& grid, const std::array<double, 3>& fill);
void erase_grid(ImageU8& picture, const HoleGrid& grid, const std::array<double, 3>& fill);

}  // namespace epochmill::image
