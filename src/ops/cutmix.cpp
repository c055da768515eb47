#include "ops/cutmix.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "image/mix.hpp"
#include "ops/draw_value.hpp"
#include "ops/mix_params.hpp"
#include "ops/partner_draws.hpp"
#include "ops/probability.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

constexpr streams::DrawNumber kMixed = 0;
constexpr streams::DrawNumber kPartner = 1;
constexpr streams::DrawNumber kShare = 2;
constexpr streams::DrawNumber kCenterX = 3;
constexpr streams::DrawNumber kCenterY = 4;
constexpr const char* kName = "cutmix";

// First and end of `length` pixels around a drawn one of a side, cut off at its ends.
struct Stretch {
  int first = 0;
  int length = 0;
};

Stretch drawn_stretch(const streams::Stream& stream, streams::DrawNumber draw, int side, int half) {
  const auto center = static_cast<int>(streams::integer_between(stream, draw, 0, side));
  const int first = std::max(center - half, 0);
  return {first, std::min(center + half, side) - first};
}

// The own label's share of a picture of `shape` whose part `box` is the partner's.
float weight_of(const image::Box& box, const image::Shape& shape) {
  const double pasted = static_cast<double>(box.height) * box.width;
  return static_cast<float>(1.0 - pasted / (static_cast<double>(shape.height) * shape.width));
}

class Cutmix final : public Op {
 public:
  Cutmix(const recipe::Params& params, const OpContext& context)
      : alpha_(params.real("alpha")), p_(params.real("p")), samples_(context.samples) {
    require_partners(params, "alpha", context, kName);
    if (context.has_boxes) {
      throw usage_error(
          "{}: cutmix pastes a part of another picture, and the source has boxes, of which the "
          "part would hide some and cut others; use mosaic, or take the boxes out of the source",
          params.where("alpha").text());
    }
  }

  std::vector<std::string> draw_names() const override {
    return {"partner_high", "partner_low", "top", "left", "height", "width"};
  }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_one_size(in, kName);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    const image::Box box = drawn_box(stream, in);
    const bool is_mixed = box.height > 0;
    record_partner(is_mixed ? draw_partner(stream, kPartner, samples_) : stream.address().sample,
                   out);
    out[2] = whole_to_draw(box.top);
    out[3] = whole_to_draw(box.left);
    out[4] = whole_to_draw(box.height);
    out[5] = whole_to_draw(box.width);
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    const image::Shape shape = shape_of(sample.image);
    const int top = whole_from_draw(draws[2], "top", 0, shape.height);
    const int left = whole_from_draw(draws[3], "left", 0, shape.width);
    const image::Box box = {top, left, whole_from_draw(draws[4], "height", 0, shape.height - top),
                            whole_from_draw(draws[5], "width", 0, shape.width - left)};
    sample.mix.weight = weight_of(box, shape);
    if (box.height == 0 || box.width == 0) return;
    const Sample& partner = only_partner(sample, kName);
    require_same_shape(sample.image, partner.image, kName);
    image::copy_part(partner.image, box, sample.image, top, left);
    if (sample.mask.values().empty()) return;
    image::Image mask = std::move(sample.mask);
    image::copy_part(partner.mask, box, mask, top, left);
    sample.mask = std::get<image::ImageU8>(std::move(mask));
  }

  std::vector<std::uint64_t> partners(std::span<const float> draws) const override {
    return recorded_partners(draws, 1, samples_);
  }

  double outcomes(const image::Shape& in) const override {
    if (!in.is_known()) return kEndlessOutcomes;
    const double height = in.height;
    const double width = in.width;
    // Places of the centre, and sizes, of which one share gives both sides.
    const double boxes = height * width * std::floor((height + width) / 2);
    return mix_outcomes(in.height < 2 || in.width < 2 ? 0 : p_,
                        static_cast<double>(samples_ - 1) * boxes);
  }

 private:
  // Without pixels where nothing is pasted.
  image::Box drawn_box(const streams::Stream& stream, const image::Shape& in) const {
    if (yes_or_no_draw(stream, kMixed, p_) == 0) return {};
    const double half = 0.5 * std::sqrt(1.0 - double{beta_draw(stream, kShare, alpha_)});
    const int half_width = static_cast<int>(half * in.width);
    const int half_height = static_cast<int>(half * in.height);
    if (half_width == 0 || half_height == 0) return {};
    const Stretch across = drawn_stretch(stream, kCenterX, in.width, half_width);
    const Stretch down = drawn_stretch(stream, kCenterY, in.height, half_height);
    return {down.first, across.first, down.length, across.length};
  }

  double alpha_;
  double p_;
  std::uint64_t samples_;
};

OpHelp help() {
  return {
      .draws =
          "partner_high and partner_low: the other sample's index in the catalog is partner_high * "
          "2^20 + partner_low, each other sample equally likely. top, left, height and width of "
          "the box that is pasted, in pixels: its sides are sqrt(1 - share) of the picture's, with "
          "share from Beta(alpha, alpha), around an evenly drawn pixel, and cut off at the "
          "picture's edges. Where no pixel is pasted, all four are 0, and the partner is the "
          "sample itself. At most one mixing op can be in a recipe, or several inside one "
          "random_choice, and all pictures must have one size where it stands. The partner's "
          "picture is what that sample has at this place of the recipe (before the choice) in the "
          "same epoch with its first draws (redraw 0). Where bad samples are skipped, a bad "
          "partner is replaced by the next good sample of the catalog, as /mix_partner says.",
      .annotations =
          "/label stays the sample's own; /mix_label is the partner's, and /mix_weight the weight "
          "of the own one: its true share of the pixels. Other sets of labels stay the sample's "
          "own; the partner's are those of sample /mix_partner. The box is pasted from the "
          "partner's mask, too. Sources with points or boxes are refused: what is behind the "
          "pasted part would still be named.",
      .torchvision =
          "torchvision v2's CutMix: the same box for the same share and centre, the same pixels, "
          "the same weight. CutMix takes the partner from the sample's batch, and one box for all "
          "of it; here each sample has its own, and its partner comes from the whole dataset. p is "
          "ours: CutMix always mixes.",
      .example = "alpha = 1.0"};
}

}  // namespace

OpKind cutmix_kind() {
  return {
      .number = 40,
      .schema = {.name = kName,
                 .summary = "Pastes a box of another sample's picture.",
                 .params = {alpha_spec(), probability_spec("1.0")}},
      .help = help(),
      .make = [](const recipe::Params& params, const OpContext& context) -> std::unique_ptr<Op> {
        return std::make_unique<Cutmix>(params, context);
      },
      .partners = 1};
}

}  // namespace epochmill::ops
