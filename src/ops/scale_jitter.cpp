#include "ops/scale_jitter.hpp"

#include <algorithm>

#include "ops/draw_value.hpp"
#include "ops/limits.hpp"
#include "ops/resize_sample.hpp"
#include "ops/scaled_sizes.hpp"
#include "ops/size_param.hpp"
#include "ops/warp_param.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

constexpr streams::DrawNumber kScale = 0;

constexpr double kLeastScale = 0.001;
constexpr double kMostScale = 1000;

class ScaleJitter final : public Reframing {
 public:
  explicit ScaleJitter(const recipe::Params& params)
      : target_(params.integers("target_size")),
        scale_(range_of(params, "scale_range", params.reals("scale_range"), 0)),
        interpolation_(read_resampling(params)) {}

  std::vector<std::string> draw_names() const override { return {"height", "width"}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float> draws) const override {
    image::Size size;
    if (!draws.empty() && in.is_known()) size = size_of(draws);
    return {size.height, size.width, in.channels, in.type};
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    const image::Size size = {in.height, in.width};
    const double scale = streams::uniform_between(stream, kScale, scale_.min, scale_.max);
    const image::Size drawn = scaled_size(size, fit_of(size) * scale);
    const image::Size scaled = checked_size(drawn.height, drawn.width);
    out[0] = whole_to_draw(scaled.height);
    out[1] = whole_to_draw(scaled.width);
  }

  double outcomes(const image::Shape& in) const override {
    if (!in.is_known()) return kEndlessOutcomes;
    const image::Size size = {in.height, in.width};
    const double fit = fit_of(size);
    return count_over_scaled_sizes(size, fit * scale_.min, fit * scale_.max,
                                   [](image::Size) { return 1.0; });
  }

 private:
  // The factor with which the picture just fits into the target.
  double fit_of(image::Size size) const {
    return std::min(static_cast<double>(target_.back()) / size.height,
                    static_cast<double>(target_.front()) / size.width);
  }

  image::Size size_of(std::span<const float> draws) const {
    const int most = static_cast<int>(kMaxSide);
    return checked_size(whole_from_draw(draws[0], "height", 1, most),
                        whole_from_draw(draws[1], "width", 1, most));
  }

  void reframe(const image::Image& in, std::span<const float> draws,
               Sample& sample) const override {
    const image::Shape shape = shape_of(in);
    const image::Box all = {0, 0, shape.height, shape.width};
    resize_sample(in, all, size_of(draws), interpolation_, sample);
  }

  std::vector<std::int64_t> target_;  // width and height
  Range scale_;
  image::Interpolation interpolation_;
};

recipe::ParamSpec target_size_spec() {
  return {.name = "target_size",
          .type = recipe::ParamType::kIntegerList,
          .default_value = "",
          .meaning = "pixels that the picture fits into at scale 1: one number, or [width, height]",
          .min = 1,
          .max = static_cast<double>(kMaxSide),
          .min_items = 1,
          .max_items = 2};
}

recipe::ParamSpec scale_range_spec() {
  return {.name = "scale_range",
          .type = recipe::ParamType::kRealList,
          .default_value = "[0.1, 2.0]",
          .meaning = "[min, max] of the factor on top of fitting into target_size",
          .min = kLeastScale,
          .max = kMostScale,
          .min_items = 2,
          .max_items = 2};
}

}  // namespace

OpKind scale_jitter_kind() {
  return {
      .number = 21,
      .schema = {.name = "scale_jitter",
                 .summary = "Resizes the picture by a random factor; its aspect stays.",
                 .params = {target_size_spec(), scale_range_spec(), interpolation_spec(),
                            antialias_spec()}},
      .help = {.draws = "height and width of the new picture, in pixels.",
               .annotations =
                   "Points, boxes and the mask (by nearest neighbour) move with the pixels. The "
                   "size hangs on the draws: put a resize or crop after it.",
               .torchvision =
                   std::string(
                       "ScaleJitter of torchvision's second version, of which target_size[0] is "
                       "held against the width, and target_size[1] against the height. A side is "
                       "at least 1 pixel, where torchvision would fail. ") +
                   kResamplingHelp,
               .example = "target_size = [300, 300]\nscale_range = [0.5, 1.5]"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<ScaleJitter>(params);
      }};
}

}  // namespace epochmill::ops
