#include "ops/flip.hpp"

#include "image/layout.hpp"
#include "ops/boxes.hpp"
#include "ops/draw_value.hpp"
#include "ops/flip_pairs.hpp"
#include "ops/keypoints.hpp"
#include "ops/mask.hpp"
#include "ops/probability.hpp"

namespace epochmill::ops {
namespace {

constexpr streams::DrawNumber kFlip = 0;

class RandomFlip final : public Op {
 public:
  RandomFlip(MirrorAxis axis, const recipe::Params& params, const OpContext& context)
      : axis_(axis), p_(params.real("p")), pairs_(read_flip_pairs(params.where("p"), context)) {}

  std::vector<std::string> draw_names() const override { return {"flip"}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape&,
            std::span<float> out) const override {
    out[0] = yes_or_no_draw(stream, kFlip, p_);
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    if (!is_flipped(draws)) return;
    const image::Image in = std::move(sample.image);
    flip(in, sample);
  }

  void apply_from(const image::Image& in, std::span<const float> draws, const streams::Stream&,
                  Sample& sample) const override {
    if (is_flipped(draws)) {
      flip(in, sample);
    } else {
      sample.image = in;
    }
  }

  std::optional<Motion> motion(const image::Shape& in,
                               std::span<const float> draws) const override {
    const image::Size size = {in.height, in.width};
    if (!is_flipped(draws)) return Motion{.kind = Shift{}, .size = size};
    return Motion{.kind = Mirror{axis_, pairs_}, .size = size};
  }

  double outcomes(const image::Shape&) const override { return yes_or_no_outcomes(p_); }

 private:
  static bool is_flipped(std::span<const float> draws) {
    return whole_from_draw(draws[0], "flip", 0, 1) == 1;
  }

  void flip(const image::Image& in, Sample& sample) const {
    sample.image = axis_ == MirrorAxis::kHorizontal ? flip_horizontal(in) : flip_vertical(in);
    const image::Shape shape = shape_of(in);
    const image::Size size = {shape.height, shape.width};
    mirror_keypoints(sample.keypoints, axis_, size, pairs_);
    mirror_boxes(sample.boxes, axis_, size);
    mirror_mask(sample.mask, axis_);
  }

  MirrorAxis axis_;
  double p_;
  FlipPairs pairs_;
};

}  // namespace

OpKind random_horizontal_flip_kind() {
  return {
      .number = 5,
      .schema = {.name = "random_horizontal_flip",
                 .summary = "Mirrors left and right with probability p.",
                 .params = {probability_spec("0.5")}},
      .help = {.draws = "flip: 1 or 0.",
               .annotations = "Points: x' = W - 1 - x, then the points of each pair in the "
                              "source's flip_pairs change places; a source with points and without "
                              "flip_pairs is refused. Boxes: x0' = W - x1. The mask is mirrored.",
               .torchvision = "RandomHorizontalFlip, with its bits.",
               .example = "p = 0.5"},
      .make = [](const recipe::Params& params, const OpContext& context) -> std::unique_ptr<Op> {
        return std::make_unique<RandomFlip>(MirrorAxis::kHorizontal, params, context);
      }};
}

OpKind random_vertical_flip_kind() {
  return {
      .number = 6,
      .schema = {.name = "random_vertical_flip",
                 .summary = "Mirrors top and bottom with probability p.",
                 .params = {probability_spec("0.5")}},
      .help = {.draws = "flip: 1 or 0.",
               .annotations = "Points: y' = H - 1 - y, then the points of each pair in the "
                              "source's flip_pairs change places (this mirror, too, makes a left "
                              "eye of a right one); a source with points and without flip_pairs is "
                              "refused. Boxes: y0' = H - y1. The mask is mirrored.",
               .torchvision = "RandomVerticalFlip, with its bits.",
               .example = "p = 0.5"},
      .make = [](const recipe::Params& params, const OpContext& context) -> std::unique_ptr<Op> {
        return std::make_unique<RandomFlip>(MirrorAxis::kVertical, params, context);
      }};
}

}  // namespace epochmill::ops
