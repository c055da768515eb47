#include "ops/boxes.hpp"

#include <algorithm>
#include <array>

namespace epochmill::ops {
namespace {

float clipped(double at, int side) {
  return static_cast<float>(std::clamp(at, 0.0, static_cast<double>(side)));
}

// Every edge by the function of its direction, then into a picture of `size`.
template <typename MoveX, typename MoveY>
void move_boxes(Boxes& boxes, image::Size size, MoveX move_x, MoveY move_y) {
  for (image::ObjectBox& box : boxes) {
    box.x0 = clipped(move_x(double{box.x0}), size.width);
    box.y0 = clipped(move_y(double{box.y0}), size.height);
    box.x1 = clipped(move_x(double{box.x1}), size.width);
    box.y1 = clipped(move_y(double{box.y1}), size.height);
  }
}

double area_of(const image::ObjectBox& box) {
  return (double{box.x1} - double{box.x0}) * (double{box.y1} - double{box.y0});
}

}  // namespace

void clip_boxes(Boxes& boxes, image::Size size) {
  const auto stay = [](double at) { return at; };
  move_boxes(boxes, size, stay, stay);
}

void shift_boxes(Boxes& boxes, int dx, int dy, image::Size size) {
  move_boxes(
      boxes, size, [dx](double x) { return x + dx; }, [dy](double y) { return y + dy; });
}

void resize_boxes(Boxes& boxes, const image::Box& part, image::Size size) {
  const double across = static_cast<double>(size.width) / part.width;
  const double down = static_cast<double>(size.height) / part.height;
  move_boxes(
      boxes, size, [&](double x) { return (x - part.left) * across; },
      [&](double y) { return (y - part.top) * down; });
}

void mirror_boxes(Boxes& boxes, MirrorAxis axis, image::Size size) {
  for (image::ObjectBox& box : boxes) {
    if (axis == MirrorAxis::kHorizontal) {
      const double right = size.width - double{box.x0};
      box.x0 = static_cast<float>(size.width - double{box.x1});
      box.x1 = static_cast<float>(right);
    } else {
      const double bottom = size.height - double{box.y0};
      box.y0 = static_cast<float>(size.height - double{box.y1});
      box.y1 = static_cast<float>(bottom);
    }
  }
  clip_boxes(boxes, size);
}

void warp_boxes(Boxes& boxes, const image::ForwardMap& forward, image::Size size) {
  for (image::ObjectBox& box : boxes) {
    const std::array<image::Position, 4> corners = {
        {{box.x0, box.y0}, {box.x1, box.y0}, {box.x1, box.y1}, {box.x0, box.y1}}};
    const auto first = forward.place_of(corners[0]);
    image::Position low = first.at;
    image::Position high = first.at;
    bool is_cut = false;
    for (const image::Position& corner : corners) {
      const auto place = forward.place_of(corner);
      is_cut = is_cut || place.is_beyond != first.is_beyond;
      low = {std::min(low.x, place.at.x), std::min(low.y, place.at.y)};
      high = {std::max(high.x, place.at.x), std::max(high.y, place.at.y)};
    }
    if (is_cut) {
      low = {0, 0};
      high = {static_cast<double>(size.width), static_cast<double>(size.height)};
    }
    box.x0 = clipped(low.x, size.width);
    box.y0 = clipped(low.y, size.height);
    box.x1 = clipped(high.x, size.width);
    box.y1 = clipped(high.y, size.height);
  }
}

void displace_boxes(Boxes& boxes, const image::DisplacedPlaces& places, image::Size size) {
  for (image::ObjectBox& box : boxes) {
    image::Position low = {1e9, 1e9};
    image::Position high = {-1e9, -1e9};
    const auto take = [&](double x, double y) {
      // Pixel centres lie half a pixel from the corners that boxes count from.
      const image::Position at = places.place_of({x - 0.5, y - 0.5});
      low = {std::min(low.x, at.x + 0.5), std::min(low.y, at.y + 0.5)};
      high = {std::max(high.x, at.x + 0.5), std::max(high.y, at.y + 0.5)};
    };
    for (double x = box.x0; x < box.x1; x += 1) {
      take(x, box.y0);
      take(x, box.y1);
    }
    for (double y = box.y0; y < box.y1; y += 1) {
      take(box.x0, y);
      take(box.x1, y);
    }
    take(box.x1, box.y1);
    box.x0 = clipped(low.x, size.width);
    box.y0 = clipped(low.y, size.height);
    box.x1 = clipped(high.x, size.width);
    box.y1 = clipped(high.y, size.height);
  }
}

void drop_small_boxes(Boxes& boxes, double min_area) {
  // Written so that an area of NaN is none.
  std::erase_if(boxes, [min_area](const image::ObjectBox& box) {
    const double area = area_of(box);
    return !(area > 0 && area >= min_area);
  });
}

}  // namespace epochmill::ops
