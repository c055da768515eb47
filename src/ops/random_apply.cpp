#include "ops/random_apply.hpp"

#include <algorithm>

#include "ops/branches.hpp"
#include "ops/draw_value.hpp"
#include "ops/op_list.hpp"
#include "ops/probability.hpp"

namespace epochmill::ops {
namespace {

constexpr streams::DrawNumber kApplied = 0;
constexpr const char* kName = "random_apply";

class RandomApply final : public Op {
 public:
  RandomApply(const recipe::Params& params, OpList inside)
      : p_(params.real("p")), inside_(std::move(inside)) {}

  std::vector<std::string> draw_names() const override {
    return columns_around("applied", inside_);
  }

  image::Shape output_shape(const image::Shape& in, std::span<const float> draws) const override {
    if (!draws.empty()) return is_applied(draws) ? shape_inside(in, draws.subspan(1)) : in;
    if (p_ <= 0) return in;
    const image::Shape out = shape_inside(in, {});
    return p_ >= 1 ? out : common_shape(in, out, kName);
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    output_shape(in, {});  // so that a picture that does not fit is bad in every epoch
    std::ranges::fill(out, 0.0F);
    out[0] = yes_or_no_draw(stream, kApplied, p_);
    if (out[0] == 0) return;
    const std::span<float> draws = out.subspan(1);
    image::Shape shape = in;
    for (std::size_t i = 0; i < inside_.size(); ++i) {
      inside_.draw(i, stream, shape, {}, draws);
      shape = inside_.output_shape(i, shape, draws);
    }
  }

  void apply(std::span<const float> draws, const streams::Stream& stream,
             Sample& sample) const override {
    if (!is_applied(draws)) return;
    for (std::size_t i = 0; i < inside_.size(); ++i) {
      inside_.apply(i, draws.subspan(1), stream, sample);
    }
  }

  void apply_from(const image::Image& in, std::span<const float> draws,
                  const streams::Stream& stream, Sample& sample) const override {
    if (!is_applied(draws)) {
      sample.image = in;
      return;
    }
    inside_.apply_from(0, in, draws.subspan(1), stream, sample);
    for (std::size_t i = 1; i < inside_.size(); ++i) {
      inside_.apply(i, draws.subspan(1), stream, sample);
    }
  }

  image::Box part_used(const image::Shape& in, std::span<const float> draws) const override {
    if (!is_applied(draws)) return {0, 0, in.height, in.width};
    return inside_.part_used(0, in, draws.subspan(1));
  }

  double outcomes(const image::Shape& in) const override {
    if (p_ <= 0) return 1;
    double product = 1;
    image::Shape shape = in;
    for (std::size_t i = 0; i < inside_.size(); ++i) {
      product *= inside_.outcomes(i, shape);
      shape = inside_.output_shape(i, shape, {});
    }
    return p_ >= 1 ? product : 1 + product;
  }

 private:
  static bool is_applied(std::span<const float> draws) {
    return whole_from_draw(draws[0], "applied", 0, 1) == 1;
  }

  image::Shape shape_inside(image::Shape shape, std::span<const float> draws) const {
    for (std::size_t i = 0; i < inside_.size(); ++i) {
      shape = inside_.output_shape(i, shape, draws);
    }
    return shape;
  }

  double p_;
  OpList inside_;
};

}  // namespace

OpKind random_apply_kind() {
  return {
      .number = 42,
      .schema = {.name = kName,
                 .summary = "Applies all the ops inside it, in order, with probability p.",
                 .params = {probability_spec("0.5")},
                 .notes = "",
                 .takes_ops = true},
      .help = {.draws = "applied: 1 or 0. Each op inside draws from its own stream, as it "
                        "would outside; its columns follow, and hold 0 where it was not applied. "
                        "Around an op whose outcomes are endless, such as gaussian_noise, `unique` "
                        "does not keep the epochs apart in which it was not applied.",
               .annotations = "Points, boxes and the mask follow the ops inside, where these are "
                              "applied; boxes that become too small are dropped after each of "
                              "them.",
               .torchvision = "RandomApply. The ops inside must leave the kind of "
                              "pixels as it is unless p = 1, and when they change the size, "
                              "something behind must make it one again.",
               .example =
                   "p = 0.7\n\n  [[augment.ops]]\n  op = \"gaussian_blur\"\n  kernel_size = 9\n  "
                   "sigma = 2.0\n\n  [[augment.ops]]\n  op = \"random_grayscale\"\n  p = 1.0"},
      .make_around = [](const recipe::Params& params, OpList inside) -> std::unique_ptr<Op> {
        return std::make_unique<RandomApply>(params, std::move(inside));
      }};
}

}  // namespace epochmill::ops
