#include "ops/random_photometric_distort.hpp"

#include "base/error.hpp"
#include "image/channels.hpp"
#include "image/color.hpp"
#include "ops/channel_order.hpp"
#include "ops/coin_op.hpp"
#include "ops/draw_value.hpp"
#include "ops/numbered_order.hpp"
#include "ops/pixel_type.hpp"
#include "ops/probability.hpp"
#include "ops/warp_param.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

constexpr const char* kName = "random_photometric_distort";

// As draw numbers, and as places in the draws.
enum Draw : streams::DrawNumber {
  kBrightness,
  kContrast,
  kContrastFirst,
  kSaturation,
  kHue,
  kHueShift,
  kChannelOrder
};

// Draw numbers alone: whether a stage is used at all.
enum Coin : streams::DrawNumber {
  kBrightnessCoin = kChannelOrder + 1,
  kContrastCoin,
  kSaturationCoin,
  kChannelCoin
};

constexpr int kChannels = 3;

Range read_range(const recipe::Params& params, const char* name) {
  return range_of(params, name, params.reals(name), 0);
}

bool is_idle(const Range& range) { return range.min == 1 && range.max == 1; }

class RandomPhotometricDistort final : public Op {
 public:
  explicit RandomPhotometricDistort(const recipe::Params& params)
      : brightness_(read_range(params, "brightness")),
        contrast_(read_range(params, "contrast")),
        saturation_(read_range(params, "saturation")),
        hue_(read_range(params, "hue")),
        p_(params.real("p")) {}

  std::vector<std::string> draw_names() const override {
    return {"brightness", "contrast",  "contrast_first", "saturation",
            "hue",        "hue_shift", "channel_order"};
  }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_u8(in, kName);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape&,
            std::span<float> out) const override {
    out[kBrightness] = factor(stream, kBrightnessCoin, kBrightness, brightness_);
    out[kContrast] = factor(stream, kContrastCoin, kContrast, contrast_);
    out[kSaturation] = factor(stream, kSaturationCoin, kSaturation, saturation_);
    out[kHue] = yes_or_no_draw(stream, kHue, p_);
    out[kHueShift] = 0;
    if (out[kHue] == 1) {
      const double turns = streams::uniform_between(stream, kHueShift, hue_.min, hue_.max);
      out[kHueShift] = whole_to_draw(image::hue_shift(turns));
    }
    // First and last are the same when there is nothing between.
    const bool has_order = out[kContrast] != 1 && (out[kSaturation] != 1 || out[kHue] == 1);
    out[kContrastFirst] = has_order ? yes_or_no_draw(stream, kContrastFirst, 0.5) : 0.0F;
    out[kChannelOrder] = 0;
    if (streams::bernoulli(stream, kChannelCoin, p_)) {
      out[kChannelOrder] = channel_order_draw(stream, kChannelOrder, kChannels);
    }
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    require_u8(shape_of(sample.image), kName);
    adjust_colors(std::get<image::ImageU8>(sample.image), changes(draws));
    const int last = channel_orders(kChannels) - 1;
    const int order = whole_from_draw(draws[kChannelOrder], "channel_order", 0, last);
    permute_channels(sample.image, numbered_order(order, kChannels));
  }

  double outcomes(const image::Shape&) const override {
    if (p_ <= 0) return 1;
    const int shifts = image::hue_shift(hue_.max) - image::hue_shift(hue_.min) + 1;
    return factors(brightness_) * factors(contrast_) * factors(saturation_) *
           (is_idle(contrast_) ? 1 : 2) * (p_ < 1 ? shifts + 1 : shifts) *
           channel_orders(kChannels);
  }

 private:
  float factor(const streams::Stream& stream, streams::DrawNumber coin, streams::DrawNumber draw,
               const Range& range) const {
    if (!streams::bernoulli(stream, coin, p_)) return 1;
    return uniform_draw(stream, draw, range.min, range.max);
  }

  double factors(const Range& range) const {
    const bool has_one = range.min <= 1 && range.max >= 1;
    return uniform_outcomes(range.min, range.max) + (p_ < 1 && !has_one ? 1 : 0);
  }

  static std::vector<image::ColorChange> changes(std::span<const float> draws) {
    using Kind = image::ColorChange::Kind;
    std::vector<image::ColorChange> changes;
    const auto add = [&](Kind kind, Draw draw, const char* name) {
      const float factor = real_from_draw(draws[draw], name, 0);
      if (factor != 1) changes.push_back({.kind = kind, .factor = factor, .shift = 0});
    };
    const bool is_first = whole_from_draw(draws[kContrastFirst], "contrast_first", 0, 1) == 1;
    const int shift = whole_from_draw(draws[kHueShift], "hue_shift", -255, 255);
    add(Kind::kBrightness, kBrightness, "brightness");
    if (is_first) add(Kind::kContrast, kContrast, "contrast");
    add(Kind::kSaturation, kSaturation, "saturation");
    if (whole_from_draw(draws[kHue], "hue", 0, 1) == 1) {
      changes.push_back({.kind = Kind::kHue, .factor = 1, .shift = shift});
    }
    if (!is_first) add(Kind::kContrast, kContrast, "contrast");
    return changes;
  }

  Range brightness_;
  Range contrast_;
  Range saturation_;
  Range hue_;
  double p_;
};

recipe::ParamSpec factor_spec(const char* name, const char* default_value) {
  return {.name = name,
          .type = recipe::ParamType::kRealList,
          .default_value = default_value,
          .meaning = "[min, max] of the factor",
          .min = 0,
          .max = 1e6,
          .min_items = 2,
          .max_items = 2};
}

recipe::ParamSpec hue_spec() {
  return {.name = "hue",
          .type = recipe::ParamType::kRealList,
          .default_value = "[-0.05, 0.05]",
          .meaning = "[min, max] of the shift, in turns",
          .min = -0.5,
          .max = 0.5,
          .min_items = 2,
          .max_items = 2};
}

}  // namespace

OpKind random_photometric_distort_kind() {
  return {
      .number = 22,
      .schema = {.name = kName,
                 .summary = "Changes brightness, contrast, saturation, hue and the order of the "
                            "channels, each with probability p.",
                 .params = {factor_spec("brightness", "[0.875, 1.125]"),
                            factor_spec("contrast", "[0.5, 1.5]"),
                            factor_spec("saturation", "[0.5, 1.5]"), hue_spec(),
                            probability_spec("0.5")}},
      .help =
          {.draws =
               "three factors, which are 1 for a stage that is left out; contrast_first, 1 "
               "when contrast comes before saturation and hue and not after them (0 where that "
               "is the same); hue, 1 or 0, and hue_shift in 1/255 turns; and channel_order, the "
               "lexicographic number of the channels' order.",
           .annotations = kAnnotationsStay,
           .torchvision =
               "As RandomPhotometricDistort of torchvision v2, with the bits of its PIL "
               "functions. A hue of 0 that is used goes to HSV and back, which loses a little, "
               "as there. 8-bit pixels only.",
           .example = "p = 0.8"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<RandomPhotometricDistort>(params);
      }};
}

}  // namespace epochmill::ops
