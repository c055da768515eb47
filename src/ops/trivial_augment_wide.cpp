#include "ops/trivial_augment_wide.hpp"

#include "base/checked.hpp"
#include "ops/mask_fill.hpp"
#include "ops/policy_param.hpp"

namespace epochmill::ops {
namespace {

constexpr const char* kName = "trivial_augment_wide";

class TrivialAugmentWide final : public Op {
 public:
  explicit TrivialAugmentWide(const recipe::Params& params)
      : ranges_{.bins = checked_cast<int>(params.integer("num_magnitude_bins")),
                .shear = 0.99,
                .translate_pixels = 32,
                .rotate = 135,
                .enhance = 0.99,
                .fewer_bits = 6},
        style_(read_warp_style(params)) {}

  std::vector<std::string> draw_names() const override { return step_names(""); }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_policy_picture(in, style_, kName);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    write_step(draw_step(stream, 0, ranges_, wide_operations(), 0, ranges_.bins - 1,
                         {in.height, in.width}),
               out);
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    output_shape(shape_of(sample.image), draws);
    apply_steps(read_steps(draws), style_, sample);
  }

  double outcomes(const image::Shape& in) const override {
    return static_cast<double>(
        possible_steps(ranges_, wide_operations(), 0, ranges_.bins - 1, {in.height, in.width})
            .size());
  }

 private:
  MagnitudeRanges ranges_;
  WarpStyle style_;
};

}  // namespace

OpKind trivial_augment_wide_kind() {
  return {.number = 37,
          .schema = {.name = kName,
                     .summary = "Does one random operation of random strength (TrivialAugment).",
                     .params = {magnitude_bins_spec(), warp_interpolation_spec("\"nearest\""),
                                warp_fill_spec(), border_mask_fill_spec()}},
          .help = {.draws = std::string("one operation and its magnitude. ") + kStepsHelp,
                   .annotations = kStepsAnnotationsHelp,
                   .torchvision = std::string("TrivialAugmentWide. ") + kStepsTorchvisionHelp,
                   .example = "num_magnitude_bins = 31"},
          .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
            return std::make_unique<TrivialAugmentWide>(params);
          }};
}

}  // namespace epochmill::ops
