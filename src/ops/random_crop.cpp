#include "ops/random_crop.hpp"

#include <optional>

#include "base/error.hpp"
#include "image/layout.hpp"
#include "ops/border.hpp"
#include "ops/boxes.hpp"
#include "ops/draw_value.hpp"
#include "ops/keypoints.hpp"
#include "ops/mask.hpp"
#include "ops/mask_fill.hpp"
#include "ops/size_param.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

constexpr streams::DrawNumber kTop = 0;
constexpr streams::DrawNumber kLeft = 1;

// What the crop is taken from: the picture after its borders, which are laid one after the other.
struct Canvas {
  image::Shape shape;
  std::vector<image::Padding> borders;
  int left = 0;  // sum of the borders'
  int top = 0;
};

class RandomCrop final : public Reframing {
 public:
  explicit RandomCrop(const recipe::Params& params)
      : size_(read_size(params)),
        is_padded_if_needed_(params.flag("pad_if_needed")),
        style_(read_border_style(params)) {
    if (params.has("padding")) padding_ = read_padding(params);
  }

  std::vector<std::string> draw_names() const override { return {"top", "left"}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    canvas(in);
    return {size_.height, size_.width, in.channels, in.type};
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    const image::Shape from = canvas(in).shape;
    const auto top = streams::integer_between(stream, kTop, 0, from.height - size_.height + 1);
    const auto left = streams::integer_between(stream, kLeft, 0, from.width - size_.width + 1);
    out[0] = whole_to_draw(static_cast<int>(top));
    out[1] = whole_to_draw(static_cast<int>(left));
  }

  image::Box part_used(const image::Shape& in, std::span<const float> draws) const override {
    if (!canvas(in).borders.empty()) return Reframing::part_used(in, draws);
    return {whole_from_draw(draws[0], "top", 0, in.height - size_.height),
            whole_from_draw(draws[1], "left", 0, in.width - size_.width), size_.height,
            size_.width};
  }

  std::optional<Motion> motion(const image::Shape& in,
                               std::span<const float> draws) const override {
    const Canvas from = canvas(in);
    if (!from.borders.empty() && style_.mode != image::PaddingMode::kConstant) return std::nullopt;
    const int top = whole_from_draw(draws[0], "top", 0, from.shape.height - size_.height);
    const int left = whole_from_draw(draws[1], "left", 0, from.shape.width - size_.width);
    return Motion{.kind = Shift{from.left - left, from.top - top},
                  .size = size_,
                  .fill = style_.fill,
                  .mask_fill = static_cast<double>(style_.mask_fill)};
  }

  double outcomes(const image::Shape& in) const override {
    const image::Shape from = canvas(in).shape;
    if (!from.is_known()) return kEndlessOutcomes;
    return (from.height - size_.height + 1.0) * (from.width - size_.width + 1.0);
  }

 private:
  void reframe(const image::Image& picture, std::span<const float> draws,
               Sample& sample) const override {
    const Canvas from = canvas(shape_of(picture));
    const int top = whole_from_draw(draws[0], "top", 0, from.shape.height - size_.height);
    const int left = whole_from_draw(draws[1], "left", 0, from.shape.width - size_.width);
    const image::Box box = {top, left, size_.height, size_.width};
    if (from.borders.empty()) {
      sample.image = crop(picture, box);
    } else {
      image::Image bordered = pad(picture, from.borders.front(), style_.mode, style_.fill);
      for (std::size_t i = 1; i < from.borders.size(); ++i) {
        bordered = pad(bordered, from.borders[i], style_.mode, style_.fill);
      }
      sample.image = crop(bordered, box);
    }
    for (const image::Padding& border : from.borders) {
      pad_mask(sample.mask, border, style_.mode, style_.mask_fill);
    }
    crop_mask(sample.mask, box);
    shift_keypoints(sample.keypoints, from.left - left, from.top - top, size_);
    shift_boxes(sample.boxes, from.left - left, from.top - top, size_);
  }

  // In torchvision's order: `padding`, then the whole missing width on both sides, then the height.
  // Throws `input` when the crop does not fit; sides that are not known yet fit.
  Canvas canvas(const image::Shape& in) const {
    Canvas canvas{in, {}};
    if (padding_) lay(canvas, *padding_);
    const int missing_width = canvas.shape.width == 0 ? 0 : size_.width - canvas.shape.width;
    if (is_padded_if_needed_ && missing_width > 0)
      lay(canvas, {missing_width, 0, missing_width, 0});
    const int missing_height = canvas.shape.height == 0 ? 0 : size_.height - canvas.shape.height;
    if (is_padded_if_needed_ && missing_height > 0)
      lay(canvas, {0, missing_height, 0, missing_height});
    if (!is_padded_if_needed_ && (missing_width > 0 || missing_height > 0)) {
      throw input_error(
          "a picture of {}x{} is smaller than the crop of {}x{}; set pad_if_needed = true, or "
          "resize first",
          canvas.shape.height, canvas.shape.width, size_.height, size_.width);
    }
    return canvas;
  }

  void lay(Canvas& canvas, const image::Padding& border) const {
    canvas.shape = bordered_shape(canvas.shape, border, style_);
    canvas.borders.push_back(border);
    canvas.left += border.left;
    canvas.top += border.top;
  }

  image::Size size_;
  std::optional<image::Padding> padding_;
  bool is_padded_if_needed_;
  BorderStyle style_;
};

recipe::ParamSpec pad_if_needed_spec() {
  return {.name = "pad_if_needed",
          .type = recipe::ParamType::kBool,
          .default_value = "false",
          .meaning = "put a border around a picture that is smaller than the crop"};
}

}  // namespace

OpKind random_crop_kind() {
  return {
      .number = 3,
      .schema = {.name = "random_crop",
                 .summary = "Cuts a box of a given size out at a random place.",
                 .params = {size_spec(), padding_spec("none"), pad_if_needed_spec(), fill_spec(),
                            padding_mode_spec(), border_mask_fill_spec()}},
      .help = {.draws = "top and left of the box, in whole pixels of the picture with its border.",
               .annotations =
                   "They move with the pixels; points outside the box become not visible, boxes "
                   "are clipped, and a constant border has index 0, or mask_fill, in the mask.",
               .torchvision = "RandomCrop, with its bits: pad_if_needed adds the missing pixels on "
                              "both sides, not half of them, so the picture's place varies. A "
                              "picture smaller than the crop is an error without it.",
               .example = "size = [160, 160]"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<RandomCrop>(params);
      }};
}

}  // namespace epochmill::ops
