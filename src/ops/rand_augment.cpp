#include "ops/rand_augment.hpp"

#include "base/checked.hpp"
#include "base/error.hpp"
#include "ops/mask_fill.hpp"
#include "ops/policy_param.hpp"

namespace epochmill::ops {
namespace {

constexpr const char* kName = "rand_augment";
constexpr int kMostOps = 16;

class RandAugment final : public Op {
 public:
  explicit RandAugment(const recipe::Params& params)
      : num_ops_(checked_cast<int>(params.integer("num_ops"))),
        magnitude_(checked_cast<int>(params.integer("magnitude"))),
        ranges_{.bins = checked_cast<int>(params.integer("num_magnitude_bins")),
                .shear = 0.3,
                .translate_share = 150.0 / 331.0,
                .rotate = 30,
                .enhance = 0.9,
                .fewer_bits = 4},
        style_(read_warp_style(params)) {
    if (magnitude_ < ranges_.bins) return;
    throw usage_error("{}: magnitude is {}, and num_magnitude_bins {}: at most {} was expected",
                      params.where("magnitude").text(), magnitude_, ranges_.bins, ranges_.bins - 1);
  }

  std::vector<std::string> draw_names() const override { return numbered_step_names(num_ops_); }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_policy_picture(in, style_, kName);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    std::vector<Step> steps(static_cast<std::size_t>(num_ops_));
    int number = 0;
    for (Step& step : steps) {
      step = draw_step(stream, number, ranges_, wide_operations(), magnitude_, magnitude_,
                       {in.height, in.width});
      number += kDrawsOfStep;
    }
    put_identities_last(steps);
    write_steps(steps, out);
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    output_shape(shape_of(sample.image), draws);
    apply_steps(read_steps(draws), style_, sample);
  }

  double outcomes(const image::Shape& in) const override {
    const auto steps =
        possible_steps(ranges_, wide_operations(), magnitude_, magnitude_, {in.height, in.width});
    return sequences(static_cast<double>(steps.size()) - 1, num_ops_);  // identity is one of them
  }

 private:
  int num_ops_;
  int magnitude_;
  MagnitudeRanges ranges_;
  WarpStyle style_;
};

recipe::ParamSpec num_ops_spec() {
  return {.name = "num_ops",
          .type = recipe::ParamType::kInteger,
          .default_value = "2",
          .meaning = "how many operations come one after the other",
          .min = 1,
          .max = kMostOps};
}

recipe::ParamSpec magnitude_spec() {
  return {.name = "magnitude",
          .type = recipe::ParamType::kInteger,
          .default_value = "9",
          .meaning = "how strong all operations are, from 0 to num_magnitude_bins - 1",
          .min = 0,
          .max = 1023};
}

}  // namespace

OpKind rand_augment_kind() {
  return {
      .number = 36,
      .schema = {.name = kName,
                 .summary = "Does some random operations, all of one strength (RandAugment).",
                 .params = {num_ops_spec(), magnitude_spec(), magnitude_bins_spec(),
                            warp_interpolation_spec("\"nearest\""), warp_fill_spec(),
                            border_mask_fill_spec()}},
      .help = {.draws = std::string("an operation and its magnitude, num_ops times. ") + kStepsHelp,
               .annotations = kStepsAnnotationsHelp,
               .torchvision = std::string("RandAugment. ") + kStepsTorchvisionHelp,
               .example = "num_ops = 2\nmagnitude = 9"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<RandAugment>(params);
      }};
}

}  // namespace epochmill::ops
