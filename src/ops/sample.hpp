// One sample on its way through the ops.
#pragma once

#include <cstdint>
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

// What a mixing op has put into a sample.
struct Mix {
  std::vector<std::uint64_t> partners = {};  // the samples of the catalog; empty: no mixing op
  float weight = 1;                          // of the sample's own label
};

struct Sample {
  image::Image image;
  std::vector<image::Keypoint> keypoints = {};
  std::vector<image::ObjectBox> boxes = {};
  image::ImageU8 mask = {};     // [height, width, 1] indices, as large as the image; empty: no mask
  std::vector<Kept> kept = {};  // pictures that `keep` set aside, in the order of the recipe
  // What the mixing op that is about to be applied puts in, in the order of its draws.
  std::vector<Sample> partners = {};
  Mix mix = {};
};

}  // namespace epochmill::ops
