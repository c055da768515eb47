#include "ops/random_choice.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "ops/branches.hpp"
#include "ops/draw_value.hpp"
#include "ops/op_list.hpp"
#include "streams/choice.hpp"

namespace epochmill::ops {
namespace {

constexpr streams::DrawNumber kIndex = 0;
constexpr const char* kName = "random_choice";

// Of each op inside that is enabled.
std::vector<double> read_weights(const recipe::Params& params, const OpList& inside) {
  if (!params.has("p")) return std::vector<double>(inside.size(), 1.0);
  const std::vector<double> listed = params.reals("p");
  if (listed.size() != inside.listed()) {
    throw usage_error(
        "{}: p has {} weights, and random_choice has {} ops inside it: one for each "
        "was expected",
        params.where("p").text(), listed.size(), inside.listed());
  }
  std::vector<double> weights;
  for (std::size_t i = 0; i < inside.size(); ++i) weights.push_back(listed[inside[i].listed]);
  return weights;
}

streams::Choice read_choice(const recipe::Params& params, const std::vector<double>& weights) {
  try {
    return streams::Choice(weights);
  } catch (const Error& error) {
    throw Error(error.kind(), params.where("p").text() + ": p of random_choice: " + error.what());
  }
}

class RandomChoice final : public Op {
 public:
  RandomChoice(const recipe::Params& params, OpList inside)
      : inside_(std::move(inside)),
        weights_(read_weights(params, inside_)),
        choice_(read_choice(params, weights_)) {}

  std::vector<std::string> draw_names() const override { return columns_around("index", inside_); }

  image::Shape output_shape(const image::Shape& in, std::span<const float> draws) const override {
    if (!draws.empty()) return inside_.output_shape(chosen(draws), in, draws.subspan(1));
    std::optional<image::Shape> common;
    for (std::size_t i = 0; i < inside_.size(); ++i) {
      if (weights_[i] == 0) continue;
      const image::Shape out = inside_.output_shape(i, in, {});
      common = common ? common_shape(*common, out, kName) : out;
    }
    return common.value();
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    output_shape(in, {});  // so that a picture that does not fit is bad in every epoch
    std::ranges::fill(out, 0.0F);
    const std::size_t i = choice_(stream, kIndex);
    out[0] = static_cast<float>(inside_[i].listed);
    inside_.draw(i, stream, in, {}, out.subspan(1));
  }

  void apply(std::span<const float> draws, const streams::Stream& stream,
             Sample& sample) const override {
    inside_.apply(chosen(draws), draws.subspan(1), stream, sample);
  }

  void apply_from(const image::Image& in, std::span<const float> draws,
                  const streams::Stream& stream, Sample& sample) const override {
    inside_.apply_from(chosen(draws), in, draws.subspan(1), stream, sample);
  }

  image::Box part_used(const image::Shape& in, std::span<const float> draws) const override {
    return inside_.part_used(chosen(draws), in, draws.subspan(1));
  }

  std::vector<std::uint64_t> partners(std::span<const float> draws) const override {
    return inside_.partners(chosen(draws), draws.subspan(1));
  }

  double outcomes(const image::Shape& in) const override {
    double sum = 0;
    for (std::size_t i = 0; i < inside_.size(); ++i) {
      if (weights_[i] > 0) sum += inside_.outcomes(i, in);
    }
    return sum;
  }

 private:
  std::size_t chosen(std::span<const float> draws) const {
    const int last = static_cast<int>(inside_.listed()) - 1;
    const int index = whole_from_draw(draws[0], "index", 0, last);
    for (std::size_t i = 0; i < inside_.size(); ++i) {
      if (inside_[i].listed == static_cast<std::size_t>(index)) return i;
    }
    throw input_error("draw index is {}, and that op inside random_choice is disabled", index);
  }

  OpList inside_;
  std::vector<double> weights_;
  streams::Choice choice_;
};

recipe::ParamSpec weights_spec() {
  return {.name = "p",
          .type = recipe::ParamType::kRealList,
          .default_value = "none",
          .meaning =
              "weight of each op inside, in order, whatever their sum; all alike when left "
              "out; that of a disabled op goes with it",
          .min = 0,
          .max = streams::Choice::kLargestWeight,
          .min_items = 1,
          .max_items = static_cast<int>(streams::Choice::kMostWeights)};
}

}  // namespace

OpKind random_choice_kind() {
  return {
      .number = 43,
      .schema = {.name = kName,
                 .summary = "Applies one of the ops inside it, chosen by chance.",
                 .params = {weights_spec()},
                 .notes = "",
                 .takes_ops = true},
      .help = {.draws =
                   "index: which op inside, counted from 0 with disabled ones. That op "
                   "draws from its own stream, as it would outside; the columns of all follow, "
                   "and hold 0 for those that were not chosen. Where one of them has endless "
                   "outcomes, such as gaussian_noise, `unique` does not keep the epochs apart "
                   "in which others were chosen.",
               .annotations = "Points, boxes and the mask follow the chosen op.",
               .torchvision = "RandomChoice, whose p is a list of weights, too; "
                              "they need not add up to 1. All ops inside must give one kind of "
                              "pixels, and when they give different sizes, something behind must "
                              "make them one again.",
               .example =
                   "p = [1, 2, 1]\n\n  [[augment.ops]]\n  op = \"random_invert\"\n  p = 1.0\n\n  "
                   "[[augment.ops]]\n  op = \"random_rotation\"\n  degrees = 45\n\n  "
                   "[[augment.ops]]\n  op = \"random_posterize\"\n  bits = 2\n  p = 1.0"},
      .make_around = [](const recipe::Params& params, OpList inside) -> std::unique_ptr<Op> {
        return std::make_unique<RandomChoice>(params, std::move(inside));
      },
      .is_choice = true};
}

}  // namespace epochmill::ops
