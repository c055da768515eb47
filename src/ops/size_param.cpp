#include "ops/size_param.hpp"

#include "base/checked.hpp"
#include "base/error.hpp"
#include "ops/limits.hpp"

namespace epochmill::ops {

recipe::ParamSpec size_spec() {
  return {.name = "size",
          .type = recipe::ParamType::kIntegerList,
          .default_value = "",
          .meaning = "pixels: one number for a square, or [height, width]",
          .min = 1,
          .max = static_cast<double>(kMaxSide),
          .min_items = 1,
          .max_items = 2};
}

image::Size read_size(const recipe::Params& params) {
  const std::vector<std::int64_t> sides = params.integers("size");
  try {
    return checked_size(sides.front(), sides.back());
  } catch (const Error& error) {
    throw usage_error("{}: {}", params.where("size").text(), error.what());
  }
}

recipe::ParamSpec interpolation_spec() {
  return {
      .name = "interpolation",
      .type = recipe::ParamType::kString,
      .default_value = "\"bilinear\"",
      .meaning = "how new pixels are made: bilinear is antialiased when it shrinks, nearest is not",
      .choices = {"bilinear", "nearest"}};
}

image::Interpolation read_interpolation(const recipe::Params& params) {
  return params.text("interpolation") == "nearest" ? image::Interpolation::kNearest
                                                   : image::Interpolation::kBilinear;
}

}  // namespace epochmill::ops
