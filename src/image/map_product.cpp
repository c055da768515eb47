#include "image/map_product.hpp"

#include <algorithm>
#include <cmath>

namespace epochmill::image {
namespace {

using Matrix = std::array<double, 9>;

Matrix matrix_of(const WarpMap& map) {
  const std::array<double, 8>& c = map.c;
  return {c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], 1};
}

double divisor(const WarpMap& map, const Position& at) {
  return map.c[6] * at.x + map.c[7] * at.y + 1;
}

std::array<Position, 4> outer_corners(Size size) {
  const double right = size.width;
  const double bottom = size.height;
  return {{{0, 0}, {right, 0}, {right, bottom}, {0, bottom}}};
}

// The two derivatives' lengths.
Position stretch_at(const WarpMap& map, const Position& at) {
  const std::array<double, 8>& c = map.c;
  const double w = divisor(map, at);
  const Position place = place_of(map, at);
  const auto length = [w](double x, double y) { return std::sqrt(x * x + y * y) / w; };
  return {length(c[0] - c[6] * place.x, c[3] - c[6] * place.y),
          length(c[1] - c[7] * place.x, c[4] - c[7] * place.y)};
}

}  // namespace

std::optional<WarpMap> product(const WarpMap& first, const WarpMap& then) {
  const Matrix a = matrix_of(first);
  const Matrix b = matrix_of(then);
  Matrix m;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      m[3 * row + column] =
          a[3 * row] * b[column] + a[3 * row + 1] * b[3 + column] + a[3 * row + 2] * b[6 + column];
    }
  }
  if (!(m[8] > 0)) return std::nullopt;
  WarpMap map{.c = {}, .is_affine = first.is_affine && then.is_affine};
  for (std::size_t i = 0; i < map.c.size(); ++i) map.c[i] = m[i] / m[8];
  return map;
}

WarpMap scale_and_move(const Position& scale, const Position& start) {
  return {.c = {scale.x, 0, start.x, 0, scale.y, start.y, 0, 0}};
}

bool is_axis_parallel(const WarpMap& map) {
  return map.c[1] == 0 && map.c[3] == 0 && map.c[6] == 0 && map.c[7] == 0;
}

bool has_no_horizon(const WarpMap& map, Size size) {
  const auto corners = outer_corners(size);
  return std::all_of(corners.begin(), corners.end(),
                     [&](const Position& corner) { return divisor(map, corner) > 0; });
}

Position place_of(const WarpMap& map, const Position& at) {
  const std::array<double, 8>& c = map.c;
  const double w = divisor(map, at);
  return {(c[0] * at.x + c[1] * at.y + c[2]) / w, (c[3] * at.x + c[4] * at.y + c[5]) / w};
}

Position stretch(const WarpMap& map, Size size) {
  Position most = stretch_at(map, {size.width / 2.0, size.height / 2.0});
  for (const Position& corner : outer_corners(size)) {
    const Position there = stretch_at(map, corner);
    most = {std::max(most.x, there.x), std::max(most.y, there.y)};
  }
  return most;
}

}  // namespace epochmill::image
