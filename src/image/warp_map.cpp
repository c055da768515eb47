#include "image/warp_map.hpp"

#include <algorithm>
#include <cmath>

#include "base/strict_math.hpp"

namespace epochmill::image {
namespace {

constexpr double kRadiansPerDegree = 3.14159265358979323846 / 180.0;

double radians(double degrees) { return degrees * kRadiansPerDegree; }

// Python's round(x, 15) of |x| <= 1: the nearest number of 15 decimals, halves to the even one.
double rounded_to_15_digits(double x) {
  constexpr double kUnits = 1e15;
  const double units = x * kUnits;
  const double lost = strict::lost_by_product(x, kUnits);
  const double below = std::floor(units);
  const double part = (units - below) - 0.5;  // exact; `lost` is smaller unless this is 0
  const bool is_odd = std::floor(below / 2) * 2 != below;
  const bool is_up = part > 0 || (part == 0 && (lost > 0 || (lost == 0 && is_odd)));
  return (is_up ? below + 1 : below) / kUnits;
}

// `angle` in [0, 360), as Python's % 360.0.
double one_turn(double angle) {
  if (angle <= -360 || angle >= 360) return 0;
  return angle < 0 ? angle + 360.0 : angle;
}

Position through(const std::array<double, 8>& c, double x, double y) {
  return {c[0] * x + c[1] * y + c[2], c[3] * x + c[4] * y + c[5]};
}

// As large as the whole turned picture.
Size size_around(Size size, const std::array<double, 8>& c) {
  const double w = size.width;
  const double h = size.height;
  const std::array<Position, 4> corners = {through(c, 0, 0), through(c, w, 0), through(c, w, h),
                                           through(c, 0, h)};
  const auto [left, right] = std::minmax({corners[0].x, corners[1].x, corners[2].x, corners[3].x});
  const auto [top, bottom] = std::minmax({corners[0].y, corners[1].y, corners[2].y, corners[3].y});
  return {static_cast<int>(std::ceil(bottom) - std::floor(top)),
          static_cast<int>(std::ceil(right) - std::floor(left))};
}

Position middle(Size size) { return {size.width * 0.5, size.height * 0.5}; }

// a x + b y + c, which is 0 on a line; and at p, as large as the triangle of p and two points of
// it.
struct Line {
  double a;
  double b;
  double c;
};

Line line_through(const Position& p, const Position& q) {
  return {p.y - q.y, q.x - p.x, p.x * q.y - q.x * p.y};
}

double at(const Line& line, const Position& p) { return line.a * p.x + line.b * p.y + line.c; }

Line times(const Line& line, double factor) {
  return {line.a * factor, line.b * factor, line.c * factor};
}

// Not inlined: GCC 12, vectorising eight of these, takes double to float to double for nothing in
// four of them.
[[gnu::noinline]] double as_f32(double value) { return static_cast<float>(value); }

}  // namespace

Rotation rotation_map(Size size, double degrees, const std::optional<Position>& center,
                      bool is_expanded) {
  const strict::SinCos turn = strict::sin_cos(-radians(one_turn(degrees)));
  const double cosine = rounded_to_15_digits(turn.cos);
  const double sine = rounded_to_15_digits(turn.sin);
  const Position fixed = center.value_or(middle(size));
  Rotation rotation{.map = {.c = {cosine, sine, 0, -sine, cosine, 0, 0, 0}}, .size = size};
  std::array<double, 8>& c = rotation.map.c;
  const Position origin = through(c, -fixed.x, -fixed.y);
  c[2] = origin.x + fixed.x;
  c[5] = origin.y + fixed.y;
  if (!is_expanded) return rotation;
  // A quarter turn only changes places, where the general rule can find a row and column too many.
  const bool is_quarter = cosine == 0 && !center;
  rotation.size = is_quarter ? Size{size.width, size.height} : size_around(size, c);
  const Position moved = through(c, -(rotation.size.width - size.width) / 2.0,
                                 -(rotation.size.height - size.height) / 2.0);
  c[2] = moved.x;
  c[5] = moved.y;
  return rotation;
}

WarpMap affine_map(Size size, const AffineParameters& affine,
                   const std::optional<Position>& center) {
  const Position fixed = center.value_or(middle(size));
  const double angle = radians(affine.angle);
  const double shear_y = radians(affine.shear.y);
  const strict::SinCos turn = strict::sin_cos(angle);
  const strict::SinCos both = strict::sin_cos(angle - shear_y);
  const strict::SinCos along_x = strict::sin_cos(radians(affine.shear.x));
  const double tan_x = along_x.sin / along_x.cos;
  const double cos_y = strict::sin_cos(shear_y).cos;
  const double a = both.cos / cos_y;
  const double b = -both.cos * tan_x / cos_y - turn.sin;
  const double c = both.sin / cos_y;
  const double d = -both.sin * tan_x / cos_y + turn.cos;
  // The inverse: without the scale, a d - b c = 1.
  const double scale = affine.scale;
  WarpMap map{.c = {d / scale, -b / scale, 0, -c / scale, a / scale, 0, 0, 0}};
  const double x = -fixed.x - affine.translate.x;
  const double y = -fixed.y - affine.translate.y;
  map.c[2] = map.c[0] * x + map.c[1] * y + fixed.x;
  map.c[5] = map.c[3] * x + map.c[4] * y + fixed.y;
  return map;
}

Corners corners_of(Size size) {
  const double right = size.width - 1;
  const double bottom = size.height - 1;
  return {{{0, 0}, {right, 0}, {right, bottom}, {0, bottom}}};
}

std::optional<WarpMap> perspective_map(Size size, const Corners& corners) {
  const Line left = line_through(corners[3], corners[0]);
  const Line top = line_through(corners[0], corners[1]);
  const Line right = line_through(corners[1], corners[2]);
  const Line bottom = line_through(corners[2], corners[3]);
  // Twice the triangles without corner 3, 0, 1 and 2.
  const double no_3 = at(top, corners[2]);
  const double no_0 = at(right, corners[3]);
  const double no_1 = at(bottom, corners[0]);
  const double no_2 = at(left, corners[1]);
  if (size.width < 2 || size.height < 2) return std::nullopt;
  if (no_0 == 0 || no_1 == 0 || no_2 == 0 || no_3 == 0) return std::nullopt;
  // In the old picture x is 0 on the left line and W - 1 on the right one, y is 0 on the top line.
  // So x / (W - 1) = p left / w with w = p left + q right, y / (H - 1) = r top / w, and the corners
  // give the factors, up to one that all have.
  const double p = no_0 * no_3;
  const double q = no_1 * no_2;
  const double r = no_0 * no_1;
  const Line x = times(left, p * (size.width - 1));
  const Line y = times(top, r * (size.height - 1));
  const Line x_part = times(left, p);
  const Line rest = times(right, q);
  const double w = x_part.c + rest.c;
  if (w == 0) return std::nullopt;
  return WarpMap{
      .c = {as_f32(x.a / w), as_f32(x.b / w), as_f32(x.c / w), as_f32(y.a / w), as_f32(y.b / w),
            as_f32(y.c / w), as_f32((x_part.a + rest.a) / w), as_f32((x_part.b + rest.b) / w)},
      .is_affine = false};
}

// The inverse of a 3x3 matrix but for a factor, which does not matter.
ForwardMap::ForwardMap(const WarpMap& map) {
  const std::array<double, 8>& c = map.c;
  m_ = {c[4] - c[5] * c[7],        c[2] * c[7] - c[1],        c[1] * c[5] - c[2] * c[4],
        c[5] * c[6] - c[3],        c[0] - c[2] * c[6],        c[2] * c[3] - c[0] * c[5],
        c[3] * c[7] - c[4] * c[6], c[1] * c[6] - c[0] * c[7], c[0] * c[4] - c[1] * c[3]};
}

ForwardMap::Place ForwardMap::place_of(const Position& from) const {
  const double w = m_[6] * from.x + m_[7] * from.y + m_[8];
  const auto finite = [](double value) {
    // A place on the horizon has no coordinates; it is far out in any case.
    return value == value ? std::clamp(value, -kFarthest, kFarthest) : kFarthest;
  };
  return {.at = {finite((m_[0] * from.x + m_[1] * from.y + m_[2]) / w),
                 finite((m_[3] * from.x + m_[4] * from.y + m_[5]) / w)},
          .is_beyond = !(w > 0)};
}

}  // namespace epochmill::image
