#include "ops/pad.hpp"

#include "image/layout.hpp"
#include "ops/border.hpp"
#include "ops/boxes.hpp"
#include "ops/keypoints.hpp"
#include "ops/mask.hpp"
#include "ops/mask_fill.hpp"

namespace epochmill::ops {
namespace {

class Pad final : public Reframing {
 public:
  explicit Pad(const recipe::Params& params)
      : padding_(read_padding(params)), style_(read_border_style(params)) {}

  std::vector<std::string> draw_names() const override { return {}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    return bordered_shape(in, padding_, style_);
  }

  void draw(const streams::Stream&, const image::Shape&, std::span<float>) const override {}

  std::optional<Motion> motion(const image::Shape& in, std::span<const float>) const override {
    if (style_.mode != image::PaddingMode::kConstant) return std::nullopt;
    const image::Shape out = bordered_shape(in, padding_, style_);
    return Motion{.kind = Shift{padding_.left, padding_.top},
                  .size = {out.height, out.width},
                  .fill = style_.fill,
                  .mask_fill = static_cast<double>(style_.mask_fill)};
  }

  double outcomes(const image::Shape&) const override { return 1; }

 private:
  void reframe(const image::Image& in, std::span<const float>, Sample& sample) const override {
    const image::Shape out = bordered_shape(shape_of(in), padding_, style_);
    sample.image = pad(in, padding_, style_.mode, style_.fill);
    const image::Size size = {out.height, out.width};
    shift_keypoints(sample.keypoints, padding_.left, padding_.top, size);
    shift_boxes(sample.boxes, padding_.left, padding_.top, size);
    pad_mask(sample.mask, padding_, style_.mode, style_.mask_fill);
  }

  image::Padding padding_;
  BorderStyle style_;
};

}  // namespace

OpKind pad_kind() {
  return {
      .number = 2,
      .schema = {.name = "pad",
                 .summary = "Puts a border around the picture.",
                 .params = {padding_spec(""), fill_spec(), padding_mode_spec(),
                            border_mask_fill_spec()}},
      .help =
          {.draws = "Nothing.",
           .annotations = "They move with the pixels; a constant border has index 0, or mask_fill, "
                          "in the mask.",
           .torchvision =
               "Pad, with its bits, except that a negative border is refused (use center_crop or "
               "random_crop), that a reflect border must be narrower than the picture and a "
               "symmetric one not wider, and that fill must be a whole number for 8-bit pixels.",
           .example = "padding = 24\npadding_mode = \"reflect\""},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<Pad>(params);
      }};
}

}  // namespace epochmill::ops
