#include "ops/keypoints.hpp"

#include "base/error.hpp"

namespace epochmill::ops {
namespace {

// Written so that NaN is outside.
bool is_inside(float at, int side) { return double{at} >= -0.5 && double{at} < side - 0.5; }

template <typename Move>
void move_labelled(Keypoints& points, image::Size size, Move move) {
  for (image::Keypoint& point : points) {
    if (point.is_labelled) move(point);
  }
  hide_outside(points, size);
}

float resized(float at, int first, int from, int to) {
  const double scale = static_cast<double>(to) / from;
  return static_cast<float>((double{at} - first + 0.5) * scale - 0.5);
}

}  // namespace

void hide_outside(Keypoints& points, image::Size size) {
  for (image::Keypoint& point : points) {
    const bool is_in = is_inside(point.x, size.width) && is_inside(point.y, size.height);
    if (point.is_labelled && !is_in) point.is_visible = false;
  }
}

void shift_keypoints(Keypoints& points, int dx, int dy, image::Size size) {
  move_labelled(points, size, [&](image::Keypoint& point) {
    point.x = static_cast<float>(double{point.x} + dx);
    point.y = static_cast<float>(double{point.y} + dy);
  });
}

void resize_keypoints(Keypoints& points, const image::Box& box, image::Size size) {
  move_labelled(points, size, [&](image::Keypoint& point) {
    point.x = resized(point.x, box.left, box.width, size.width);
    point.y = resized(point.y, box.top, box.height, size.height);
  });
}

void mirror_keypoints(Keypoints& points, MirrorAxis axis, image::Size size,
                      const FlipPairs& pairs) {
  move_labelled(points, size, [&](image::Keypoint& point) {
    if (axis == MirrorAxis::kHorizontal) {
      point.x = static_cast<float>(size.width - 1 - double{point.x});
    } else {
      point.y = static_cast<float>(size.height - 1 - double{point.y});
    }
  });
  for (const auto& [a, b] : pairs) {
    if (!std::in_range<std::size_t>(a) || !std::in_range<std::size_t>(b) ||
        static_cast<std::size_t>(a) >= points.size() ||
        static_cast<std::size_t>(b) >= points.size()) {
      throw internal_error("flip pair [{}, {}] of a sample with {} keypoints", a, b, points.size());
    }
    std::swap(points[static_cast<std::size_t>(a)], points[static_cast<std::size_t>(b)]);
  }
}

void warp_keypoints(Keypoints& points, const image::ForwardMap& forward, image::Size size) {
  move_labelled(points, size, [&](image::Keypoint& point) {
    const image::Position at = forward.place_of({point.x + 0.5, point.y + 0.5}).at;
    point.x = static_cast<float>(at.x - 0.5);
    point.y = static_cast<float>(at.y - 0.5);
  });
}

void displace_keypoints(Keypoints& points, const image::DisplacedPlaces& places, image::Size size) {
  move_labelled(points, size, [&](image::Keypoint& point) {
    const image::Position at = places.place_of({point.x, point.y});
    point.x = static_cast<float>(at.x);
    point.y = static_cast<float>(at.y);
  });
}

}  // namespace epochmill::ops
