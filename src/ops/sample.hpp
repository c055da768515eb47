// One sample on its way through the ops.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "image/geometry.hpp"
#include "image/image.hpp"

namespace epochmill::ops {

struct Kept {
  std::string name;
  image::Image image;
};

struct Sample {
  image::Image image;
  std::vector<image::Keypoint> keypoints = {};
  std::vector<image::ObjectBox> boxes = {};
  image::ImageU8 mask = {};     // [height, width, 1] indices, as large as the image; empty: no mask
  std::vector<Kept> kept = {};  // pictures that `keep` set aside, in the order of the recipe
};

}  // namespace epochmill::ops
