#include "ops/center_crop.hpp"

#include <algorithm>

#include "image/layout.hpp"
#include "ops/boxes.hpp"
#include "ops/keypoints.hpp"
#include "ops/mask.hpp"
#include "ops/mask_fill.hpp"
#include "ops/rounding.hpp"
#include "ops/size_param.hpp"

namespace epochmill::ops {
namespace {

// One direction: first a border, then the crop.
struct Span {
  int before = 0;
  int after = 0;
  int first = 0;  // in the bordered picture
};

Span centered(int side, int crop) {
  const int missing = std::max(0, crop - side);
  const int excess = std::max(0, side - crop);
  return {missing / 2, missing - missing / 2, static_cast<int>(round_half_even(excess / 2.0))};
}

class CenterCrop final : public Reframing {
 public:
  explicit CenterCrop(const recipe::Params& params)
      : size_(read_size(params)), mask_fill_(read_border_mask_fill(params)) {}

  std::vector<std::string> draw_names() const override { return {}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    return {size_.height, size_.width, in.channels, in.type};
  }

  void draw(const streams::Stream&, const image::Shape&, std::span<float>) const override {}

  // What is cropped away goes first, so that a bordered picture is never larger than the result.
  image::Box part_used(const image::Shape& in, std::span<const float>) const override {
    return {centered(in.height, size_.height).first, centered(in.width, size_.width).first,
            std::min(in.height, size_.height), std::min(in.width, size_.width)};
  }

  std::optional<Motion> motion(const image::Shape& in, std::span<const float>) const override {
    const Span rows = centered(in.height, size_.height);
    const Span columns = centered(in.width, size_.width);
    return Motion{.kind = Shift{columns.before - columns.first, rows.before - rows.first},
                  .size = size_,
                  .mask_fill = static_cast<double>(mask_fill_)};
  }

  double outcomes(const image::Shape&) const override { return 1; }

 private:
  void reframe(const image::Image& picture, std::span<const float> draws,
               Sample& sample) const override {
    const image::Shape in = shape_of(picture);
    const Span rows = centered(in.height, size_.height);
    const Span columns = centered(in.width, size_.width);
    const image::Box box = part_used(in, draws);
    sample.image = crop(picture, box);
    crop_mask(sample.mask, box);
    const image::Padding padding = {columns.before, rows.before, columns.after, rows.after};
    if (box.height < size_.height || box.width < size_.width) {
      sample.image = pad(sample.image, padding, image::PaddingMode::kConstant, {0, 0, 0});
      pad_mask(sample.mask, padding, image::PaddingMode::kConstant, mask_fill_);
    }
    const int dx = columns.before - columns.first;
    const int dy = rows.before - rows.first;
    shift_keypoints(sample.keypoints, dx, dy, size_);
    shift_boxes(sample.boxes, dx, dy, size_);
  }

  image::Size size_;
  std::uint8_t mask_fill_;
};

}  // namespace

OpKind center_crop_kind() {
  return {
      .number = 1,
      .schema = {.name = "center_crop",
                 .summary = "Cuts out the middle of the picture.",
                 .params = {size_spec(), border_mask_fill_spec()}},
      .help = {.draws = "Nothing.",
               .annotations = "They move with the pixels; points outside the crop become not "
                              "visible, boxes are clipped.",
               .torchvision = "CenterCrop, with its bits: a picture smaller than the crop gets a "
                              "border of 0, and an odd rest is split as there (half to even).",
               .example = "size = [160, 160]"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<CenterCrop>(params);
      }};
}

}  // namespace epochmill::ops
