#include "ops/pad.hpp"

#include "image/layout.hpp"
#include "ops/border.hpp"
#include "ops/boxes.hpp"
#include "ops/keypoints.hpp"
#include "ops/mask.hpp"
#include "ops/mask_fill.hpp"

namespace epochmill::ops {
namespace {

class Pad final : public Op {
 public:
  explicit Pad(const recipe::Params& params)
      : padding_(read_padding(params)), style_(read_border_style(params)) {}

  std::vector<std::string> draw_names() const override { return {}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    return bordered_shape(in, padding_, style_);
  }

  void draw(const streams::Stream&, const image::Shape&, std::span<float>) const override {}

  void apply(std::span<const float>, const streams::Stream&, Sample& sample) const override {
    const image::Shape out = bordered_shape(shape_of(sample.image), padding_, style_);
    sample.image = pad(sample.image, padding_, style_.mode, style_.fill);
    const image::Size size = {out.height, out.width};
    shift_keypoints(sample.keypoints, padding_.left, padding_.top, size);
    shift_boxes(sample.boxes, padding_.left, padding_.top, size);
    pad_mask(sample.mask, padding_, style_.mode, style_.mask_fill);
  }

  double outcomes(const image::Shape&) const override { return 1; }

 private:
  image::Padding padding_;
  BorderStyle style_;
};

}  // namespace

OpKind pad_kind() {
  return {
      .number = 2,
      .schema =
          {.name = "pad",
           .summary = "Puts a border around the picture.",
           .params = {padding_spec(""), fill_spec(), padding_mode_spec(), border_mask_fill_spec()},
           .notes =
               "Draws nothing. As torchvision's Pad, except that a negative border is refused (use "
               "center_crop or random_crop), that a reflect border must be narrower than the "
               "picture and a symmetric one not wider, and that fill must be a whole number for "
               "8-bit pixels. Points, boxes and the mask move with the pixels; a constant border "
               "has index 0, or mask_fill, in the mask."},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<Pad>(params);
      }};
}

}  // namespace epochmill::ops
