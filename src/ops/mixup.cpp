#include "ops/mixup.hpp"

#include "base/error.hpp"
#include "image/mix.hpp"
#include "ops/draw_value.hpp"
#include "ops/mix_params.hpp"
#include "ops/partner_draws.hpp"
#include "ops/probability.hpp"

namespace epochmill::ops {
namespace {

constexpr streams::DrawNumber kMixed = 0;
constexpr streams::DrawNumber kPartner = 1;
constexpr streams::DrawNumber kWeight = 2;
constexpr const char* kName = "mixup";

class Mixup final : public Op {
 public:
  Mixup(const recipe::Params& params, const OpContext& context)
      : alpha_(params.real("alpha")), p_(params.real("p")), samples_(context.samples) {
    require_partners(params, "alpha", context, kName);
    if (context.has_masks) {
      throw usage_error(
          "{}: mixup mixes the pixels of two samples, and the source has masks, whose indices "
          "cannot be mixed; use cutmix, or take the masks out of the source",
          params.where("alpha").text());
    }
  }

  std::vector<std::string> draw_names() const override {
    return {"partner_high", "partner_low", "weight"};
  }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_one_size(in, kName);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape&,
            std::span<float> out) const override {
    const bool is_mixed = yes_or_no_draw(stream, kMixed, p_) == 1;
    out[2] = is_mixed ? beta_draw(stream, kWeight, alpha_) : 1.0F;
    // Of weight 1, whoever the partner is, nothing of it is seen.
    const bool is_seen = out[2] < 1;
    record_partner(is_seen ? draw_partner(stream, kPartner, samples_) : stream.address().sample,
                   out);
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    const float weight = weight_from_draw(draws[2]);
    sample.mix.weight = weight;
    if (weight == 1) return;
    Sample& partner = only_partner(sample, kName);
    require_same_shape(sample.image, partner.image, kName);
    image::mix(sample.image, partner.image, weight);
    sample.boxes.insert(sample.boxes.end(), partner.boxes.begin(), partner.boxes.end());
  }

  std::vector<std::uint64_t> partners(std::span<const float> draws) const override {
    return recorded_partners(draws, 1, samples_);
  }

  double outcomes(const image::Shape&) const override {
    return mix_outcomes(p_, static_cast<double>(samples_ - 1) * uniform_outcomes(0, 1));
  }

 private:
  double alpha_;
  double p_;
  std::uint64_t samples_;
};

}  // namespace

OpKind mixup_kind() {
  return {
      .number = 39,
      .schema = {.name = kName,
                 .summary = "Mixes the picture with that of another sample: a weighted sum.",
                 .params = {alpha_spec(), probability_spec("1.0")}},
      .help =
          {.draws = "partner_high and partner_low: the other sample's index in the catalog is "
                    "partner_high * 2^20 + partner_low, each other sample equally likely. weight: "
                    "the share of the sample's own picture, from Beta(alpha, alpha). With weight 1 "
                    "nothing is mixed, and the partner is the sample itself. At most one mixing op "
                    "can be in a recipe, or several inside one random_choice, and all pictures "
                    "must have one size where it stands. The partner's picture is what that sample "
                    "has at this place of the recipe (before the choice) in the same epoch with "
                    "its first draws (redraw 0). Where bad samples are skipped, a bad partner is "
                    "replaced by the next good sample of the catalog, as /mix_partner says.",
           .annotations =
               "/label stays the sample's own; /mix_label is the partner's, and /mix_weight the "
               "weight of the own one. Other sets of labels stay the sample's own; the partner's "
               "are those of sample /mix_partner. Boxes of both are kept, the sample's own first. "
               "Points and a mask cannot be mixed: sources that have them are refused.",
           .torchvision =
               "torchvision v2's MixUp, bit by bit on f32 pictures: partner * (1 - weight) + own * "
               "weight, each step rounded to f32. 8-bit pictures, which MixUp refuses, are "
               "reckoned so too and rounded to the nearest level, half up. MixUp takes the partner "
               "from the sample's batch, and one weight for all of it; here each sample has its "
               "own, and its partner comes from the whole dataset. p is ours: MixUp always mixes. "
               "Where Beta rounds to 1, torch gives the f32 number below it, and here nothing is "
               "mixed.",
           .example = "alpha = 2.0"},
      .make = [](const recipe::Params& params, const OpContext& context) -> std::unique_ptr<Op> {
        return std::make_unique<Mixup>(params, context);
      },
      .partners = 1};
}

}  // namespace epochmill::ops
