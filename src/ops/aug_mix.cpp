#include "ops/aug_mix.hpp"

#include <array>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "image/weighted_sum.hpp"
#include "ops/draw_value.hpp"
#include "ops/policy_param.hpp"
#include "streams/beta.hpp"
#include "streams/distributions.hpp"
#include "streams/gamma.hpp"

namespace epochmill::ops {
namespace {

constexpr const char* kName = "aug_mix";
constexpr int kMostChains = 8;
constexpr int kMostDepth = 8;
constexpr int kDrawnDepth = 3;  // the largest, where the depth is drawn
constexpr int kBins = 10;

// Draw numbers: of the share of the original, of the shares of the chains, of their depths, and of
// their steps.
enum Draw : streams::DrawNumber {
  kOriginal,
  kFirstShare,
  kFirstDepth = kFirstShare + kMostChains,
  kFirstStep = kFirstDepth + kMostChains
};

constexpr std::array kOperationsOfAll = {
    Operation::kShearX,    Operation::kShearY,     Operation::kTranslateX, Operation::kTranslateY,
    Operation::kRotate,    Operation::kPosterize,  Operation::kSolarize,   Operation::kAutoContrast,
    Operation::kEqualize,  Operation::kBrightness, Operation::kColor,      Operation::kContrast,
    Operation::kSharpness,
};
constexpr std::size_t kWithoutEnhancements = 9;

class AugMix final : public Op {
 public:
  explicit AugMix(const recipe::Params& params)
      : severity_(checked_cast<int>(params.integer("severity"))),
        width_(checked_cast<int>(params.integer("mixture_width"))),
        is_depth_drawn_(params.integer("chain_depth") <= 0),
        depth_(is_depth_drawn_ ? kDrawnDepth : checked_cast<int>(params.integer("chain_depth"))),
        alpha_(params.real("alpha")),
        operations_(kOperationsOfAll),
        style_(read_warp_look(params)) {
    if (!params.flag("all_ops")) operations_ = operations_.first(kWithoutEnhancements);
  }

  std::vector<std::string> draw_names() const override {
    std::vector<std::string> names = {"original"};
    for (int chain = 1; chain <= width_; ++chain) {
      names.push_back(fmt::format("weight_{}", chain));
    }
    for (int chain = 1; chain <= width_; ++chain) {
      for (int i = 1; i <= depth_; ++i) {
        const std::string suffix = fmt::format("_{}_{}", chain, i);
        for (std::string& name : step_names(suffix)) names.push_back(std::move(name));
      }
    }
    return names;
  }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_policy_picture(in, style_, kName);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    const double original = streams::beta(stream, kOriginal, alpha_, alpha_);
    const std::vector<double> alphas(static_cast<std::size_t>(width_), alpha_);
    const std::vector<double> shares = streams::dirichlet(stream, kFirstShare, alphas);
    out[0] = static_cast<float>(original);
    for (std::size_t chain = 0; chain < shares.size(); ++chain) {
      out[1 + chain] = static_cast<float>(shares[chain] * (1 - original));
      const std::vector<Step> steps = draw_chain(stream, static_cast<int>(chain), in);
      write_steps(steps, draws_of_chain(out, chain));
    }
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    output_shape(shape_of(sample.image), draws);
    const image::ImageU8 original = std::get<image::ImageU8>(std::move(sample.image));
    image::ImageF32 sum = weighted(original, weight(draws[0], "original"));
    for (std::size_t chain = 0; chain < static_cast<std::size_t>(width_); ++chain) {
      Sample made{.image = original};
      apply_steps(read_steps(draws_of_chain(draws, chain)), style_, made);
      add_weighted(sum, std::get<image::ImageU8>(made.image), weight(draws[1 + chain], "weight"));
    }
    sample.image = cut_to_bytes(sum);
  }

  double outcomes(const image::Shape& in) const override {
    const auto steps =
        possible_steps(ranges(), operations_, 0, severity_ - 1, {in.height, in.width});
    const double chains = sequences(static_cast<double>(steps.size()), depth_);
    double product = 1;
    for (int chain = 0; chain < width_; ++chain) product *= uniform_outcomes(0, 1) * chains;
    return product;
  }

 private:
  static constexpr MagnitudeRanges ranges() {
    return {.bins = kBins,
            .shear = 0.3,
            .translate_share = 1,
            .translate_parts = 3,
            .rotate = 30,
            .enhance = 0.9,
            .top_bits = 4,
            .fewer_bits = 4};
  }

  static float weight(float draw, const char* name) {
    const float weight = real_from_draw(draw, name, 0);
    if (weight <= 1) return weight;
    throw input_error("draw '{}' is {}; a weight from 0 to 1 was expected", name, weight);
  }

  template <typename T>
  std::span<T> draws_of_chain(std::span<T> draws, std::size_t chain) const {
    const auto columns = static_cast<std::size_t>(2 * depth_);
    return draws.subspan(1 + static_cast<std::size_t>(width_) + chain * columns, columns);
  }

  std::vector<Step> draw_chain(const streams::Stream& stream, int chain,
                               const image::Shape& in) const {
    std::vector<Step> steps(static_cast<std::size_t>(depth_));
    const auto depth_number = static_cast<streams::DrawNumber>(kFirstDepth + chain);
    const std::int64_t depth =
        is_depth_drawn_ ? streams::integer_between(stream, depth_number, 1, kDrawnDepth + 1)
                        : depth_;
    for (int i = 0; i < depth; ++i) {
      const int number = kFirstStep + kDrawsOfStep * (chain * kMostDepth + i);
      steps[static_cast<std::size_t>(i)] =
          draw_step(stream, number, ranges(), operations_, 0, severity_ - 1, {in.height, in.width});
    }
    put_identities_last(steps);
    return steps;
  }

  int severity_;
  int width_;
  bool is_depth_drawn_;
  int depth_;
  double alpha_;
  std::span<const Operation> operations_;
  WarpStyle style_;
};

recipe::ParamSpec whole_spec(const char* name, const char* default_value, const char* meaning,
                             double min, double max) {
  return {.name = name,
          .type = recipe::ParamType::kInteger,
          .default_value = default_value,
          .meaning = meaning,
          .min = min,
          .max = max};
}

recipe::ParamSpec alpha_spec() {
  return {.name = "alpha",
          .type = recipe::ParamType::kReal,
          .default_value = "1.0",
          .meaning = "shape of the distributions of the weights: small ones make one weight large",
          .min = streams::kSmallestShape,
          .max = streams::kLargestShape};
}

recipe::ParamSpec all_ops_spec() {
  return {.name = "all_ops",
          .type = recipe::ParamType::kBool,
          .default_value = "true",
          .meaning = "use brightness, color, contrast and sharpness too"};
}

recipe::Schema schema() {
  return {
      .name = kName,
      .summary = "Mixes the picture with random chains of operations on it (AugMix).",
      .params = {
          whole_spec("severity", "3", "how strong the operations can be", 1, kBins),
          whole_spec("mixture_width", "3", "how many chains", 1, kMostChains),
          whole_spec("chain_depth", "-1",
                     "operations of a chain; 0 or less: 1 to 3, drawn for each", -1, kMostDepth),
          alpha_spec(), all_ops_spec(), warp_interpolation_spec("\"bilinear\""), warp_fill_spec()}};
}

}  // namespace

OpKind aug_mix_kind() {
  return {
      .number = 38,
      .schema = schema(),
      .help =
          {.draws = std::string("original, the weight of the picture itself, the weight of "
                                "each chain, and for each chain its operations with their "
                                "magnitudes: operation_2_1 is the first of the second chain. "
                                "Weights sum up to 1. ") +
                    kStepsHelp,
           .annotations = "Points, boxes and the mask stay as they are: they are those of the "
                          "picture itself, of which the chains' pictures are shifted copies.",
           .torchvision =
               "AugMix: weights from Beta and Dirichlet, and the sum in f32, in "
               "its order, with its fractions cut off. But torchvision's makes a tensor of a PIL "
               "picture, and its operations on tensors differ a little from those on PIL "
               "pictures (sharpness, autocontrast, equalize and bilinear warps); here they are "
               "those of PIL pictures, as in the other policies. Up to 8 chains of up to 8 "
               "operations. 8-bit pixels only.",
           .example = "severity = 5"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<AugMix>(params);
      }};
}

}  // namespace epochmill::ops
