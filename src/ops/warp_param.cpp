#include "ops/warp_param.hpp"

#include "base/error.hpp"
#include "image/warp.hpp"
#include "ops/border.hpp"
#include "ops/boxes.hpp"
#include "ops/keypoints.hpp"
#include "ops/limits.hpp"
#include "ops/mask.hpp"
#include "ops/mask_fill.hpp"
#include "ops/size_param.hpp"

namespace epochmill::ops {

recipe::ParamSpec warp_interpolation_spec(std::string default_value) {
  recipe::ParamSpec spec = interpolation_spec();
  spec.default_value = std::move(default_value);
  spec.meaning =
      "how a pixel is looked up: nearest is the one there, bilinear mixes the four around";
  spec.choices = {"bilinear", "nearest"};
  return spec;
}

recipe::ParamSpec warp_fill_spec() {
  recipe::ParamSpec spec = fill_spec();
  spec.meaning =
      "value of pixels that come from outside: one number, or one for each of R, G, B (0 to 255 "
      "for "
      "8-bit pixels)";
  return spec;
}

WarpStyle read_warp_look(const recipe::Params& params) {
  return {.interpolation = read_interpolation(params), .fill = read_fill(params)};
}

WarpStyle read_warp_style(const recipe::Params& params) {
  WarpStyle style = read_warp_look(params);
  style.mask_fill = read_border_mask_fill(params);
  return style;
}

recipe::ParamSpec center_spec() {
  return {.name = "center",
          .type = recipe::ParamType::kRealList,
          .default_value = "none",
          .meaning =
              "[x, y] that stays where it is, in pixels from the top left corner; by default the "
              "middle",
          .min = -static_cast<double>(kMaxSide),
          .max = static_cast<double>(kMaxSide),
          .min_items = 2,
          .max_items = 2};
}

std::optional<image::Position> read_center(const recipe::Params& params) {
  if (!params.has("center")) return std::nullopt;
  const std::vector<double> at = params.reals("center");
  return image::Position{at[0], at[1]};
}

recipe::ParamSpec degrees_spec() {
  return {.name = "degrees",
          .type = recipe::ParamType::kRealList,
          .default_value = "",
          .meaning = "angles to choose from: one number for [-degrees, degrees], or [min, max]",
          .min = -kMostDegrees,
          .max = kMostDegrees,
          .min_items = 1,
          .max_items = 2};
}

Range read_degrees(const recipe::Params& params) {
  const std::vector<double> degrees = params.reals("degrees");
  if (degrees.size() == 1) return range_around_zero(params, "degrees", degrees[0]);
  return range_of(params, "degrees", degrees, 0);
}

Range range_of(const recipe::Params& params, const char* name, const std::vector<double>& items,
               std::size_t first) {
  const Range range = {items.at(first), items.at(first + 1)};
  if (range.min > range.max) {
    throw usage_error("{}: {} has [{}, {}], where the smaller one comes first",
                      params.where(name).text(), name, range.min, range.max);
  }
  return range;
}

Range range_around_zero(const recipe::Params& params, const char* name, double most) {
  if (most < 0) {
    throw usage_error(
        "{}: {} is {}; one number stands for [-{}, {}] and must not be negative: give [min, max]",
        params.where(name).text(), name, most, name, name);
  }
  return {0 - most, most};
}

Motion warp_motion(const image::WarpMap& map, image::Size size, const WarpStyle& style) {
  return {.kind = map,
          .size = size,
          .resampling = resampling_of(style.interpolation),
          .fill = style.fill,
          .mask_fill = static_cast<double>(style.mask_fill)};
}

void warp_sample(const image::Image& in, const image::WarpMap& map, image::Size size,
                 const WarpStyle& style, Sample& sample) {
  sample.image = warp(in, map, size, style.interpolation, style.fill);
  const image::ForwardMap forward(map);
  warp_keypoints(sample.keypoints, forward, size);
  warp_boxes(sample.boxes, forward, size);
  warp_mask(sample.mask, map, size, style.mask_fill);
}

}  // namespace epochmill::ops
