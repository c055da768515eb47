#include "ops/random_rotation.hpp"

#include "ops/border.hpp"
#include "ops/draw_value.hpp"
#include "ops/limits.hpp"
#include "ops/mask_fill.hpp"
#include "ops/warp_param.hpp"

namespace epochmill::ops {
namespace {

constexpr streams::DrawNumber kAngle = 0;

class RandomRotation final : public Reframing {
 public:
  explicit RandomRotation(const recipe::Params& params)
      : degrees_(read_degrees(params)),
        style_(read_warp_style(params)),
        is_expanded_(params.flag("expand")),
        center_(read_center(params)) {}

  std::vector<std::string> draw_names() const override { return {"angle"}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float> draws) const override {
    require_fill(in, style_.fill);
    if (!is_expanded_) return in;
    if (draws.empty() || !in.is_known()) return {0, 0, in.channels, in.type};
    const image::Size size = rotation(in, draws).size;
    return {size.height, size.width, in.channels, in.type};
  }

  void draw(const streams::Stream& stream, const image::Shape&,
            std::span<float> out) const override {
    out[0] = uniform_draw(stream, kAngle, degrees_.min, degrees_.max);
  }

  double outcomes(const image::Shape& in) const override {
    require_fill(in, style_.fill);
    return uniform_outcomes(degrees_.min, degrees_.max);
  }

 private:
  void reframe(const image::Image& in, std::span<const float> draws,
               Sample& sample) const override {
    const image::Rotation turned = rotation(shape_of(in), draws);
    warp_sample(in, turned.map, turned.size, style_, sample);
  }

  image::Rotation rotation(const image::Shape& in, std::span<const float> draws) const {
    const double angle = angle_from_draw(draws[0], "angle");
    const image::Size size = {in.height, in.width};
    const image::Rotation turned = image::rotation_map(size, angle, center_, is_expanded_);
    checked_size(turned.size.height, turned.size.width);
    return turned;
  }

  Range degrees_;
  WarpStyle style_;
  bool is_expanded_;
  std::optional<image::Position> center_;
};

recipe::ParamSpec expand_spec() {
  return {.name = "expand",
          .type = recipe::ParamType::kBool,
          .default_value = "false",
          .meaning =
              "make the picture as large as the whole turned one, which takes it that it turns "
              "around its middle"};
}

}  // namespace

OpKind random_rotation_kind() {
  return {
      .number = 13,
      .schema =
          {.name = "random_rotation",
           .summary = "Turns the picture counterclockwise by a random angle.",
           .params = {degrees_spec(), warp_interpolation_spec("\"nearest\""), expand_spec(),
                      center_spec(), warp_fill_spec(), border_mask_fill_spec()},
           .notes =
               "Draws angle, in degrees. As torchvision's RandomRotation, with its bits for the "
               "same angle: the sine and cosine are rounded to 15 digits, so that a libm's last "
               "bit "
               "does not matter but once in a great many pictures. Angles are at most 360. With "
               "expand the size hangs on the angle: put a resize or crop after it. Points follow "
               "the turn; those that leave the picture become not visible. Boxes become the box "
               "around their four turned corners, clipped; the mask is turned by nearest "
               "neighbour, "
               "with index 0, or mask_fill, outside."},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<RandomRotation>(params);
      }};
}

}  // namespace epochmill::ops
