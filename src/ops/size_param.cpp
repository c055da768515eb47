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
  return {.name = "interpolation",
          .type = recipe::ParamType::kString,
          .default_value = "\"bilinear\"",
          .meaning = "how new pixels are made: all but nearest are antialiased when they shrink",
          .choices = {"bilinear", "nearest", "bicubic", "lanczos"}};
}

image::Interpolation read_interpolation(const recipe::Params& params) {
  const std::string& name = params.text("interpolation");
  if (name == "nearest") return image::Interpolation::kNearest;
  if (name == "bicubic") return image::Interpolation::kBicubic;
  if (name == "lanczos") return image::Interpolation::kLanczos;
  return image::Interpolation::kBilinear;
}

recipe::ParamSpec antialias_spec() {
  return {.name = "antialias",
          .type = recipe::ParamType::kBool,
          .default_value = "none",
          .meaning =
              "false: bilinear mixes only the two nearest pixels of each side, also where it "
              "shrinks; by default true"};
}

image::Interpolation read_resampling(const recipe::Params& params) {
  const image::Interpolation interpolation = read_interpolation(params);
  const bool is_aliased = params.has("antialias") && !params.flag("antialias");
  if (!is_aliased || interpolation == image::Interpolation::kNearest) return interpolation;
  if (interpolation == image::Interpolation::kBilinear) {
    return image::Interpolation::kBilinearAliased;
  }
  throw usage_error(
      "{}: antialias is false, and interpolation = \"{}\" is always antialiased; use bilinear, or "
      "leave antialias out",
      params.where("antialias").text(), params.text("interpolation"));
}

}  // namespace epochmill::ops
