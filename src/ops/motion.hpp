// What a geometric op does to the frame of a picture, apart from its pixels: so that several in a
// row can be done at once.
#pragma once

#include <array>
#include <variant>

#include "image/geometry.hpp"
#include "image/resample.hpp"
#include "image/warp_map.hpp"
#include "ops/keypoints.hpp"
#include "ops/sample.hpp"

namespace epochmill::ops {

// A crop or a border: pixels move by whole ones.
struct Shift {
  int dx = 0;
  int dy = 0;
};

// A part of the picture fills the new one.
struct Rescale {
  image::Box part;
};

struct Mirror {
  MirrorAxis axis = MirrorAxis::kHorizontal;
  FlipPairs pairs;
};

// How an op looks pixels up: it moves them alone, takes the nearest, or mixes some.
enum class Resampling { kNone, kNearest, kMixed };

Resampling resampling_of(image::Interpolation interpolation);

struct Motion {
  std::variant<Shift, Rescale, Mirror, image::WarpMap> kind;
  image::Size size;  // of the new picture
  Resampling resampling = Resampling::kNone;
  std::array<double, 3> fill = {0, 0, 0};  // of the new picture where it lies outside the old one
  double mask_fill = 0;                    // likewise, of the mask
};

// From the new picture to the old one, which is of size `in`.
image::WarpMap map_of(const Motion& motion, image::Size in);

// Whether the new picture is the old one.
bool is_still(const Motion& motion, image::Size in);

// Moves points and boxes, by the functions that the op itself calls.
void move_annotations(const Motion& motion, Sample& sample);

}  // namespace epochmill::ops
