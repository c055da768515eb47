#include "image/displaced_places.hpp"

#include <algorithm>
#include <limits>

namespace epochmill::image {
namespace {

constexpr int kMostSteps = 60;
constexpr double kNear = 1e-3;       // pixels: the iteration has arrived
constexpr double kNearEnough = 0.5;  // it is taken

double mixed(double a, double b, double part) { return a + (b - a) * part; }

double value_at(const ImageF32& plane, double x, double y) {
  const int left = std::min(static_cast<int>(x), std::max(plane.width() - 2, 0));
  const int top = std::min(static_cast<int>(y), std::max(plane.height() - 2, 0));
  const int right = std::min(left + 1, plane.width() - 1);
  const float* const above = plane.row(top);
  const float* const below = plane.row(std::min(top + 1, plane.height() - 1));
  return mixed(mixed(above[left], above[right], x - left),
               mixed(below[left], below[right], x - left), y - top);
}

double square_of_distance(double x, double y) { return x * x + y * y; }

}  // namespace

Position DisplacedPlaces::displacement_at(const Position& at) const {
  const double x = std::clamp(at.x, 0.0, field_.dx.width() - 1.0);
  const double y = std::clamp(at.y, 0.0, field_.dx.height() - 1.0);
  return {value_at(field_.dx, x, y), value_at(field_.dy, x, y)};
}

Position DisplacedPlaces::place_of(const Position& from) const {
  Position at = from;
  Position best = from;
  double least = std::numeric_limits<double>::infinity();
  for (int step = 0; step < kMostSteps && least > kNear * kNear; ++step) {
    const Position moved = displacement_at(at);
    const Position next = {from.x - moved.x, from.y - moved.y};
    const double off = square_of_distance(next.x - at.x, next.y - at.y);
    if (off < least) {
      least = off;
      best = at;
    }
    at = next;
  }
  return least <= kNearEnough * kNearEnough ? best : nearest_pixel(from);
}

Position DisplacedPlaces::nearest_pixel(const Position& from) const {
  Position best = from;
  double least = std::numeric_limits<double>::infinity();
  for (int y = 0; y < field_.dx.height(); ++y) {
    const float* const dx = field_.dx.row(y);
    const float* const dy = field_.dy.row(y);
    for (int x = 0; x < field_.dx.width(); ++x) {
      const double off = square_of_distance(x + double{dx[x]} - from.x, y + double{dy[x]} - from.y);
      if (off >= least) continue;
      least = off;
      best = {static_cast<double>(x), static_cast<double>(y)};
    }
  }
  return best;
}

}  // namespace epochmill::image
