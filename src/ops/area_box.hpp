// Boxes of a random area and aspect ratio: torchvision's RandomResizedCrop.get_params.
#pragma once

#include <string>

#include "image/geometry.hpp"
#include "recipe/params.hpp"
#include "streams/stream.hpp"

namespace epochmill::ops {

struct AreaRange {
  double min_scale = 0;  // of the picture's area
  double max_scale = 1;
  double min_ratio = 1;  // width / height
  double max_ratio = 1;
};

// The parameters `scale` and `ratio`, both [min, max].
recipe::ParamSpec area_scale_spec(std::string default_value, std::string meaning);
recipe::ParamSpec area_ratio_spec(std::string default_value, std::string meaning);

// Ten attempts: area uniform, log of the aspect ratio uniform, sides round(sqrt(area * ratio)) and
// round(sqrt(area / ratio)), halves to even; the first pair that fits is placed uniformly. After
// ten the central box of fallback_box.
image::Box draw_area_box(const streams::Stream& stream, image::Size picture,
                         const AreaRange& range);

// The largest central box whose aspect ratio is in range.
image::Box fallback_box(image::Size picture, const AreaRange& range);

// How many boxes the attempts can give, at least 1. Exact, but that it also counts sides that only
// one exact half would be rounded to; the count stops when it has passed 2^40. O(height) and no
// memory.
double count_area_boxes(image::Size picture, const AreaRange& range);

}  // namespace epochmill::ops
