#include "ops/color_jitter.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "image/color.hpp"
#include "ops/draw_value.hpp"
#include "ops/jitter_order.hpp"
#include "ops/pixel_type.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

constexpr const char* kName = "color_jitter";

// Numbers of the draws, and their places among the recorded ones.
constexpr streams::DrawNumber kOrder = 0;
constexpr streams::DrawNumber kBrightness = 1;
constexpr streams::DrawNumber kContrast = 2;
constexpr streams::DrawNumber kSaturation = 3;
constexpr streams::DrawNumber kHue = 4;

// A stage is not used when its range is the single value that changes nothing, as in torchvision.
struct Range {
  double min = 0;
  double max = 0;
  bool is_active = false;
};

Range read_range(const recipe::Params& params, const char* name, double center, double lowest) {
  const std::vector<double> values = params.reals(name);
  if (values.front() > values.back() || (values.size() == 1 && values.front() < 0)) {
    throw usage_error("{}: {} is [{}]; one number of at least 0, or [min, max], was expected",
                      params.where(name).text(), name, fmt::join(values, ", "));
  }
  Range range = {values.front(), values.back()};
  if (values.size() == 1) range = {std::max(lowest, center - values[0]), center + values[0]};
  range.is_active = range.min != center || range.max != center;
  return range;
}

class ColorJitter final : public Op {
 public:
  explicit ColorJitter(const recipe::Params& params)
      : brightness_(read_range(params, "brightness", 1, 0)),
        contrast_(read_range(params, "contrast", 1, 0)),
        saturation_(read_range(params, "saturation", 1, 0)),
        hue_(read_range(params, "hue", 0, -0.5)) {
    const ActiveStages active = {brightness_.is_active, contrast_.is_active, saturation_.is_active,
                                 hue_.is_active};
    for (int i = 0; i < kJitterOrders; ++i) {
      canonical_[static_cast<std::size_t>(i)] = canonical_order(i, active);
    }
    int used = 0;
    for (const bool is_active : active) {
      if (is_active) orders_ *= ++used;
    }
  }

  std::vector<std::string> draw_names() const override {
    return {"order", "brightness", "contrast", "saturation", "hue_shift"};
  }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_u8(in, kName);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape&,
            std::span<float> out) const override {
    const auto order =
        static_cast<std::size_t>(streams::integer_between(stream, kOrder, 0, kJitterOrders));
    out[kOrder] = whole_to_draw(canonical_[order]);
    out[kBrightness] = factor(stream, kBrightness, brightness_);
    out[kContrast] = factor(stream, kContrast, contrast_);
    out[kSaturation] = factor(stream, kSaturation, saturation_);
    out[kHue] = hue_.is_active ? whole_to_draw(image::hue_shift(
                                     streams::uniform_between(stream, kHue, hue_.min, hue_.max)))
                               : 0.0F;
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    require_u8(shape_of(sample.image), kName);
    auto& picture = std::get<image::ImageU8>(sample.image);
    const int order = whole_from_draw(draws[kOrder], "order", 0, kJitterOrders - 1);
    std::vector<image::ColorChange> changes;
    for (const JitterStage stage : jitter_order(order)) add_change(stage, draws, changes);
    adjust_colors(picture, changes);
  }

  double outcomes(const image::Shape&) const override {
    double product = orders_;
    for (const Range& range : {brightness_, contrast_, saturation_}) {
      if (range.is_active) product *= uniform_outcomes(range.min, range.max);
    }
    if (hue_.is_active) product *= image::hue_shift(hue_.max) - image::hue_shift(hue_.min) + 1;
    return product;
  }

 private:
  static float factor(const streams::Stream& stream, streams::DrawNumber draw, const Range& range) {
    return range.is_active ? uniform_draw(stream, draw, range.min, range.max) : 1.0F;
  }

  void add_change(JitterStage stage, std::span<const float> draws,
                  std::vector<image::ColorChange>& changes) const {
    using Kind = image::ColorChange::Kind;
    const auto add = [&](Kind kind, float factor, int shift) {
      changes.push_back({.kind = kind, .factor = factor, .shift = shift});
    };
    if (stage == JitterStage::kBrightness && brightness_.is_active) {
      add(Kind::kBrightness, real_from_draw(draws[kBrightness], "brightness", 0), 0);
    } else if (stage == JitterStage::kContrast && contrast_.is_active) {
      add(Kind::kContrast, real_from_draw(draws[kContrast], "contrast", 0), 0);
    } else if (stage == JitterStage::kSaturation && saturation_.is_active) {
      add(Kind::kSaturation, real_from_draw(draws[kSaturation], "saturation", 0), 0);
    } else if (stage == JitterStage::kHue && hue_.is_active) {
      add(Kind::kHue, 1, whole_from_draw(draws[kHue], "hue_shift", -255, 255));
    }
  }

  Range brightness_;
  Range contrast_;
  Range saturation_;
  Range hue_;
  std::array<int, kJitterOrders> canonical_{};
  double orders_ = 1;  // of the active stages
};

recipe::ParamSpec factor_spec(const char* name) {
  return {.name = name,
          .type = recipe::ParamType::kRealList,
          .default_value = "0.0",
          .meaning =
              "one number b: a factor from max(0, 1 - b) to 1 + b; or [min, max]; 0 leaves it out",
          .min = 0,
          .max = 1e6,
          .min_items = 1,
          .max_items = 2};
}

recipe::ParamSpec hue_spec() {
  return {.name = "hue",
          .type = recipe::ParamType::kRealList,
          .default_value = "0.0",
          .meaning =
              "in turns, at most 0.5: one number h: from -h to h; or [min, max]; 0 leaves it out",
          .min = -0.5,
          .max = 0.5,
          .min_items = 1,
          .max_items = 2};
}

}  // namespace

OpKind color_jitter_kind() {
  return {
      .number = 7,
      .schema = {.name = kName,
                 .summary = "Changes brightness, contrast, saturation and hue by random amounts.",
                 .params = {factor_spec("brightness"), factor_spec("contrast"),
                            factor_spec("saturation"), hue_spec()}},
      .help = {.draws = "order (0 to 23: the lexicographic number of the order of the four stages, "
                        "the smallest among those that are the same without unused stages), the "
                        "factors brightness, contrast and saturation (1 for an unused stage), and "
                        "hue_shift in 1/255 turns (0 for an unused one).",
               .annotations = "Points, boxes and the mask stay as they are.",
               .torchvision = "ColorJitter on PIL pictures, with its bits for the same numbers. "
                              "8-bit pixels only.",
               .example = "brightness = 0.4\ncontrast = 0.4\nsaturation = 0.4\nhue = 0.1"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<ColorJitter>(params);
      }};
}

}  // namespace epochmill::ops
