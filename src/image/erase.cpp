#include "image/erase.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/error.hpp"
#include "base/strict_math.hpp"
#include "image/fill_value.hpp"

namespace epochmill::image {
namespace {

template <typename T>
void erase_box(Raster<T>& picture, const Box& box, const std::array<double, 3>& fill) {
  if (box.height < 1 || box.width < 1) return;
  if (!is_inside(box, {picture.height(), picture.width()})) {
    throw internal_error("erase: box {}x{} at ({}, {}) is not inside a {}x{} picture", box.height,
                         box.width, box.top, box.left, picture.height(), picture.width());
  }
  const std::vector<T> line = fill_line<T>(fill, picture.channels(), box.width);
  for (int y = box.top; y < box.top + box.height; ++y) {
    std::copy(line.begin(), line.end(), picture.pixel(y, box.left));
  }
}

template <typename T>
void erase_upright_grid(Raster<T>& picture, const HoleGrid& grid,
                        const std::array<double, 3>& fill) {
  const int hole = std::min(grid.hole, picture.width());
  const std::vector<T> line = fill_line<T>(fill, picture.channels(), hole);
  for (int y = 0; y < picture.height(); ++y) {
    if ((y + grid.top) % grid.unit >= grid.hole) continue;
    for (int left = -grid.left; left < picture.width(); left += grid.unit) {
      const int first = std::max(left, 0);
      const int last = std::min(left + grid.hole, picture.width());
      if (first >= last) continue;
      std::copy_n(line.begin(), (last - first) * picture.channels(), picture.pixel(y, first));
    }
  }
}

// Whether a position along one direction of the grid, counted in tiles, is in a hole. Needs
// tiles >= 0, so that the whole part is the one below.
bool is_in_hole(double tiles, double hole) {
  return tiles - static_cast<double>(static_cast<int>(tiles)) < hole;
}

template <typename T>
void erase_turned_grid(Raster<T>& picture, const HoleGrid& grid,
                       const std::array<double, 3>& fill) {
  constexpr double kRadiansPerDegree = 3.14159265358979323846 / 180.0;
  const strict::SinCos turn = strict::sin_cos(grid.degrees * kRadiansPerDegree);
  const std::vector<T> color = fill_values<T>(fill, picture.channels());
  const double tile = 1.0 / grid.unit;
  const double hole = grid.hole * tile;
  const double middle_x = picture.width() / 2.0;
  const double middle_y = picture.height() / 2.0;
  // So many whole tiles more that no position is below 0.
  const double ahead = std::ceil((middle_x + middle_y) * tile) + 1;
  for (int y = 0; y < picture.height(); ++y) {
    const double down = y + 0.5 - middle_y;
    T* to = picture.row(y);
    for (int x = 0; x < picture.width(); ++x, to += picture.channels()) {
      const double right = x + 0.5 - middle_x;
      const double across = turn.cos * right - turn.sin * down + middle_x + grid.left;
      const double along = turn.sin * right + turn.cos * down + middle_y + grid.top;
      if (!is_in_hole(across * tile + ahead, hole)) continue;
      if (is_in_hole(along * tile + ahead, hole)) std::copy(color.begin(), color.end(), to);
    }
  }
}

template <typename T>
void erase_holes(Raster<T>& picture, const HoleGrid& grid, const std::array<double, 3>& fill) {
  if (grid.hole < 1) return;
  if (grid.unit < grid.hole || grid.left < 0 || grid.top < 0) {
    throw internal_error("erase_grid: holes of {} in tiles of {} at ({}, {})", grid.hole, grid.unit,
                         grid.top, grid.left);
  }
  if (grid.degrees == 0) return erase_upright_grid(picture, grid, fill);
  erase_turned_grid(picture, grid, fill);
}

}  // namespace

void erase(Image& picture, const Box& box, const std::array<double, 3>& fill) {
  std::visit([&](auto& raster) { erase_box(raster, box, fill); }, picture);
}

void erase(ImageU8& picture, const Box& box, const std::array<double, 3>& fill) {
  erase_box(picture, box, fill);
}

void erase_grid(Image& picture, const HoleGrid& grid, const std::array<double, 3>& fill) {
  std::visit([&](auto& raster) { erase_holes(raster, grid, fill); }, picture);
}

void erase_grid(ImageU8& picture, const HoleGrid& grid, const std::array<double, 3>& fill) {
  erase_holes(picture, grid, fill);
}

}  // namespace epochmill::image
