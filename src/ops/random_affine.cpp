#include "ops/random_affine.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "ops/border.hpp"
#include "ops/draw_value.hpp"
#include "ops/mask_fill.hpp"
#include "ops/rounding.hpp"
#include "ops/warp_param.hpp"

namespace epochmill::ops {
namespace {

// As draw numbers, and as places in the draws.
enum Draw : streams::DrawNumber { kAngle, kTranslateX, kTranslateY, kScale, kShearX, kShearY };

constexpr double kLeastScale = 0.001;
constexpr double kMostScale = 1000;

// The largest share of a side that the picture may move by.
struct Share {
  double x = 0;
  double y = 0;
};

Share read_translate(const recipe::Params& params) {
  if (!params.has("translate")) return {};
  const std::vector<double> share = params.reals("translate");
  return {share[0], share[1]};
}

Range read_scale(const recipe::Params& params) {
  if (!params.has("scale")) return {1, 1};
  return range_of(params, "scale", params.reals("scale"), 0);
}

struct Shear {
  Range x;
  Range y;
};

Shear read_shear(const recipe::Params& params) {
  if (!params.has("shear")) return {};
  const std::vector<double> shear = params.reals("shear");
  if (shear.size() == 1) return {range_around_zero(params, "shear", shear[0]), {}};
  if (shear.size() == 2) return {range_of(params, "shear", shear, 0), {}};
  if (shear.size() == 4) {
    return {range_of(params, "shear", shear, 0), range_of(params, "shear", shear, 2)};
  }
  throw usage_error("{}: shear has {} numbers; 1, 2 or 4 were expected",
                    params.where("shear").text(), shear.size());
}

// The farthest whole number of pixels that `share` of a side rounds to.
double farthest(double share, int side) {
  return round_half_even(static_cast<float>(share * side));
}

float translation_draw(const streams::Stream& stream, streams::DrawNumber draw, double share,
                       int side) {
  const double most = share * side;
  const double pixels = uniform_draw(stream, draw, -most, most);
  return whole_to_draw(static_cast<int>(round_half_even(pixels)));
}

class RandomAffine final : public Reframing {
 public:
  explicit RandomAffine(const recipe::Params& params)
      : degrees_(read_degrees(params)),
        translate_(read_translate(params)),
        scale_(read_scale(params)),
        shear_(read_shear(params)),
        style_(read_warp_style(params)),
        center_(read_center(params)) {}

  std::vector<std::string> draw_names() const override {
    return {"angle", "translate_x", "translate_y", "scale", "shear_x", "shear_y"};
  }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_fill(in, style_.fill);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    out[kAngle] = uniform_draw(stream, kAngle, degrees_.min, degrees_.max);
    out[kTranslateX] = translation_draw(stream, kTranslateX, translate_.x, in.width);
    out[kTranslateY] = translation_draw(stream, kTranslateY, translate_.y, in.height);
    out[kScale] = uniform_draw(stream, kScale, scale_.min, scale_.max);
    out[kShearX] = uniform_draw(stream, kShearX, shear_.x.min, shear_.x.max);
    out[kShearY] = uniform_draw(stream, kShearY, shear_.y.min, shear_.y.max);
  }

  double outcomes(const image::Shape& in) const override {
    require_fill(in, style_.fill);
    if (!in.is_known() && (translate_.x > 0 || translate_.y > 0)) return kEndlessOutcomes;
    return uniform_outcomes(degrees_.min, degrees_.max) *
           (2 * farthest(translate_.x, in.width) + 1) *
           (2 * farthest(translate_.y, in.height) + 1) * uniform_outcomes(scale_.min, scale_.max) *
           uniform_outcomes(shear_.x.min, shear_.x.max) *
           uniform_outcomes(shear_.y.min, shear_.y.max);
  }

 private:
  void reframe(const image::Image& in, std::span<const float> draws,
               Sample& sample) const override {
    const image::Shape shape = shape_of(in);
    const image::Size size = {shape.height, shape.width};
    image::AffineParameters affine;
    affine.angle = angle_from_draw(draws[kAngle], "angle");
    affine.translate.x =
        whole_from_draw(draws[kTranslateX], "translate_x", -size.width, size.width);
    affine.translate.y =
        whole_from_draw(draws[kTranslateY], "translate_y", -size.height, size.height);
    affine.scale = real_from_draw(draws[kScale], "scale", static_cast<float>(kLeastScale));
    affine.shear.x = angle_from_draw(draws[kShearX], "shear_x");
    affine.shear.y = angle_from_draw(draws[kShearY], "shear_y");
    warp_sample(in, image::affine_map(size, affine, center_), size, style_, sample);
  }

  Range degrees_;
  Share translate_;
  Range scale_;
  Shear shear_;
  WarpStyle style_;
  std::optional<image::Position> center_;
};

recipe::ParamSpec translate_spec() {
  return {.name = "translate",
          .type = recipe::ParamType::kRealList,
          .default_value = "none",
          .meaning = "[x, y]: the largest shares of width and height to move by, from 0 to 1",
          .min = 0,
          .max = 1,
          .min_items = 2,
          .max_items = 2};
}

recipe::ParamSpec scale_spec() {
  return {.name = "scale",
          .type = recipe::ParamType::kRealList,
          .default_value = "none",
          .meaning = "[min, max] of the factor of size; by default 1",
          .min = kLeastScale,
          .max = kMostScale,
          .min_items = 2,
          .max_items = 2};
}

recipe::ParamSpec shear_spec() {
  return {
      .name = "shear",
      .type = recipe::ParamType::kRealList,
      .default_value = "none",
      .meaning =
          "degrees along x: one number for [-shear, shear], or [min, max]; or [min x, max x, min "
          "y, max y]",
      .min = -kMostDegrees,
      .max = kMostDegrees,
      .min_items = 1,
      .max_items = 4};
}

}  // namespace

OpKind random_affine_kind() {
  return {
      .number = 14,
      .schema =
          {.name = "random_affine",
           .summary = "Shears, scales, turns (clockwise) and moves the picture at random.",
           .params = {degrees_spec(), translate_spec(), scale_spec(), shear_spec(),
                      warp_interpolation_spec("\"nearest\""), warp_fill_spec(), center_spec(),
                      border_mask_fill_spec()},
           .notes =
               "Draws angle, translate_x, translate_y (whole pixels), scale, shear_x and shear_y "
               "(degrees). As torchvision's RandomAffine. For the same numbers it has its bits, "
               "unless its sine, cosine or tangent has another last bit than ours and a pixel "
               "lies on the very edge: then a level of bilinear or a neighbour of nearest differs. "
               "Angles are at most 360, scales from 0.001 to 1000. Points follow; those that leave "
               "the picture become not visible. Boxes become the box around their four corners, "
               "clipped; the mask is warped by nearest neighbour, with index 0, or mask_fill, "
               "outside."},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<RandomAffine>(params);
      }};
}

}  // namespace epochmill::ops
