#include "ops/auto_augment.hpp"

#include <set>

#include "ops/auto_augment_policies.hpp"
#include "ops/mask_fill.hpp"
#include "ops/policy_param.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

constexpr const char* kName = "auto_augment";

// The second of a pair has the number after the first's.
enum Draw : streams::DrawNumber { kPair, kIsDone, kIsNegative = kIsDone + 2 };

constexpr MagnitudeRanges kRanges = {.bins = kLearntBins,
                                     .shear = 0.3,
                                     .translate_share = 150.0 / 331.0,
                                     .rotate = 30,
                                     .enhance = 0.9,
                                     .fewer_bits = 4};

using Steps = std::array<Step, 2>;

Step step_of(const LearntStep& learnt, bool is_negative, image::Size size) {
  const float magnitude = magnitude_of(kRanges, learnt.operation, learnt.bin, size);
  return effective(learnt.operation, is_negative ? -magnitude : magnitude);
}

class AutoAugment final : public Op {
 public:
  explicit AutoAugment(const recipe::Params& params)
      : pairs_(learnt_pairs(params.text("policy"))), style_(read_warp_style(params)) {}

  std::vector<std::string> draw_names() const override { return numbered_step_names(2); }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_policy_picture(in, style_, kName);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    const std::int64_t number = streams::integer_between(stream, kPair, 0, std::ssize(pairs_));
    const LearntPair& pair = pairs_[static_cast<std::size_t>(number)];
    Steps steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const LearntStep& learnt = pair[i];
      if (!streams::bernoulli(stream, number_of(kIsDone, i), learnt.p)) continue;
      const bool is_negative =
          is_signed(learnt.operation) && streams::bernoulli(stream, number_of(kIsNegative, i), 0.5);
      steps[i] = step_of(learnt, is_negative, {in.height, in.width});
    }
    put_identities_last(steps);
    write_steps(steps, out);
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    output_shape(shape_of(sample.image), draws);
    apply_steps(read_steps(draws), style_, sample);
  }

  double outcomes(const image::Shape& in) const override {
    std::set<Steps> all;
    for (const LearntPair& pair : pairs_) {
      for (const Step& first : possible(pair[0], in)) {
        for (const Step& second : possible(pair[1], in)) {
          Steps steps = {first, second};
          put_identities_last(steps);
          all.insert(steps);
        }
      }
    }
    return static_cast<double>(all.size());
  }

 private:
  static streams::DrawNumber number_of(Draw draw, std::size_t step) {
    return static_cast<streams::DrawNumber>(draw + step);
  }

  static std::set<Step> possible(const LearntStep& learnt, const image::Shape& in) {
    std::set<Step> steps;
    if (learnt.p < 1) steps.insert(Step{});
    if (learnt.p > 0) {
      const std::array<Operation, 1> operation = {learnt.operation};
      steps.merge(
          possible_steps(kRanges, operation, learnt.bin, learnt.bin, {in.height, in.width}));
    }
    return steps;
  }

  std::span<const LearntPair> pairs_;
  WarpStyle style_;
};

recipe::ParamSpec policy_spec() {
  return {.name = "policy",
          .type = recipe::ParamType::kString,
          .default_value = "\"imagenet\"",
          .meaning = "the data set that the pairs were learnt on",
          .choices = {"imagenet", "cifar10", "svhn"}};
}

}  // namespace

OpKind auto_augment_kind() {
  return {
      .number = 35,
      .schema = {.name = kName,
                 .summary = "Does one of 25 learnt pairs of operations (AutoAugment).",
                 .params = {policy_spec(), warp_interpolation_spec("\"nearest\""), warp_fill_spec(),
                            border_mask_fill_spec()}},
      .help = {.draws = std::string("two operations and their magnitudes; which of the 25 pairs "
                                    "they come from is not recorded, because pairs can give the "
                                    "same. ") +
                        kStepsHelp,
               .annotations = kStepsAnnotationsHelp,
               .torchvision =
                   std::string("AutoAugment, but that an operation of probability 0 "
                               "never happens, which there happens once in 2^24 times. ") +
                   kStepsTorchvisionHelp,
               .example = "policy = \"imagenet\""},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<AutoAugment>(params);
      }};
}

}  // namespace epochmill::ops
