#include "ops/border.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "ops/limits.hpp"
#include "ops/mask_fill.hpp"

namespace epochmill::ops {
namespace {

// A mirrored border shows pixels of the picture once: it cannot be wider than what there is to
// show.
void check_mirrored(int side, int widest, image::PaddingMode mode, const char* what) {
  if (side == 0) return;
  const bool is_reflect = mode == image::PaddingMode::kReflect;
  const bool is_mirrored = is_reflect || mode == image::PaddingMode::kSymmetric;
  if (!is_mirrored || widest <= (is_reflect ? side - 1 : side)) return;
  throw input_error(
      "a border of {} pixels in mode {} needs a picture with a {} of at least {}, and this one has "
      "{}; use "
      "padding_mode = \"constant\" or \"edge\", or resize first",
      widest, is_reflect ? "reflect" : "symmetric", what, is_reflect ? widest + 1 : widest, side);
}

std::int64_t bordered_side(int side, int before, int after) {
  return side == 0 ? 0 : std::int64_t{side} + before + after;
}

}  // namespace

recipe::ParamSpec padding_spec(std::string default_value) {
  return {.name = "padding",
          .type = recipe::ParamType::kIntegerList,
          .default_value = std::move(default_value),
          .meaning =
              "border in pixels: one number, [left and right, top and bottom], or "
              "[left, top, right, bottom]",
          .min = 0,
          .max = static_cast<double>(kMaxSide),
          .min_items = 1,
          .max_items = 4};
}

recipe::ParamSpec fill_spec() {
  return {.name = "fill",
          .type = recipe::ParamType::kRealList,
          .default_value = "0.0",
          .meaning =
              "value of a constant border: one number, or one for each of R, G, B "
              "(0 to 255 for 8-bit pixels)",
          .min = -1e6,
          .max = 1e6,
          .min_items = 1,
          .max_items = 3};
}

recipe::ParamSpec padding_mode_spec() {
  return {.name = "padding_mode",
          .type = recipe::ParamType::kString,
          .default_value = "\"constant\"",
          .meaning =
              "constant: `fill`; edge: the last pixel; reflect: mirrored without it; symmetric: "
              "mirrored with it",
          .choices = {"constant", "edge", "reflect", "symmetric"}};
}

image::Padding read_padding(const recipe::Params& params) {
  std::vector<int> n;
  for (const std::int64_t value : params.integers("padding")) n.push_back(checked_cast<int>(value));
  if (n.size() == 1) return {n[0], n[0], n[0], n[0]};
  if (n.size() == 2) return {n[0], n[1], n[0], n[1]};
  if (n.size() == 4) return {n[0], n[1], n[2], n[3]};
  throw usage_error("{}: padding has {} numbers; 1, 2 or 4 were expected",
                    params.where("padding").text(), n.size());
}

std::array<double, 3> three_values(const recipe::Params& params, const char* name) {
  const std::vector<double> fill = params.reals(name);
  if (fill.size() == 2) {
    throw usage_error("{}: {} has 2 numbers; 1 or 3 were expected", params.where(name).text(),
                      name);
  }
  if (fill.size() == 1) return {fill[0], fill[0], fill[0]};
  return {fill[0], fill[1], fill[2]};
}

std::array<double, 3> read_fill(const recipe::Params& params) {
  return three_values(params, "fill");
}

BorderStyle read_border_style(const recipe::Params& params) {
  BorderStyle style;
  style.fill = read_fill(params);
  style.mask_fill = read_border_mask_fill(params);
  const std::string& mode = params.text("padding_mode");
  if (mode == "edge") style.mode = image::PaddingMode::kEdge;
  if (mode == "reflect") style.mode = image::PaddingMode::kReflect;
  if (mode == "symmetric") style.mode = image::PaddingMode::kSymmetric;
  return style;
}

void require_fill(const image::Shape& in, const std::array<double, 3>& fill) {
  const bool is_one_value = fill[0] == fill[1] && fill[0] == fill[2];
  if (in.channels != 3 && !is_one_value) {
    throw usage_error("fill has 3 numbers, and the pictures have {} channels; give one number",
                      in.channels);
  }
  if (in.type != image::PixelType::kU8) return;
  for (const double value : fill) {
    if (!(value >= 0 && value <= 255) || std::trunc(value) != value) {
      throw usage_error("fill is {}; 8-bit pixels need whole numbers from 0 to 255", value);
    }
  }
}

image::Shape bordered_shape(const image::Shape& in, const image::Padding& padding,
                            const BorderStyle& style) {
  if (style.mode == image::PaddingMode::kConstant) require_fill(in, style.fill);
  check_mirrored(in.height, std::max(padding.top, padding.bottom), style.mode, "height");
  check_mirrored(in.width, std::max(padding.left, padding.right), style.mode, "width");
  const image::Size size = checked_size(bordered_side(in.height, padding.top, padding.bottom),
                                        bordered_side(in.width, padding.left, padding.right));
  return {size.height, size.width, in.channels, in.type};
}

}  // namespace epochmill::ops
