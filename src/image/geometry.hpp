// Where things are in a picture, in pixels: y down, x right, (0, 0) the centre of the top left
// pixel.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace epochmill::image {

struct Size {
  int height = 0;
  int width = 0;
  bool operator==(const Size&) const = default;
};

// Whole pixels: rows [top, top + height), columns [left, left + width).
struct Box {
  int top = 0;
  int left = 0;
  int height = 0;
  int width = 0;
  bool operator==(const Box&) const = default;
};

// Whether `box` has at least one pixel and none outside a picture of `size`.
constexpr bool is_inside(const Box& box, Size size) {
  return box.top >= 0 && box.left >= 0 && box.height >= 1 && box.width >= 1 &&
         box.top <= size.height - box.height && box.left <= size.width - box.width;
}

// The smallest box that holds both.
constexpr Box box_around(const Box& a, const Box& b) {
  const int top = std::min(a.top, b.top);
  const int left = std::min(a.left, b.left);
  return {top, left, std::max(a.top + a.height, b.top + b.height) - top,
          std::max(a.left + a.width, b.left + b.width) - left};
}

// A landmark at a pixel centre. One that is not labelled stays at (0, 0), whatever is done to the
// picture; one that has left the picture keeps moving with it, and is not visible any more.
struct Keypoint {
  float x = 0;
  float y = 0;
  bool is_labelled = false;
  bool is_visible = false;
  bool operator==(const Keypoint&) const = default;
};

// An object's box by its edges, in pixels from the top left *corner* of the picture: a box around
// all of a picture is (0, 0, width, height), and a mirror takes x to width - x.
struct ObjectBox {
  float x0 = 0;
  float y0 = 0;
  float x1 = 0;
  float y1 = 0;
  std::int64_t label = 0;
  bool operator==(const ObjectBox&) const = default;
};

// What all samples of a source have in common in their keypoints.
struct KeypointTraits {
  int count = 0;  // points of every sample; 0 when the source has none
  // Index pairs that swap in a mirror (left eye, right eye). Absent: the source did not say; a flip
  // is then refused.
  std::optional<std::vector<std::pair<int, int>>> flip_pairs;
};

}  // namespace epochmill::image
