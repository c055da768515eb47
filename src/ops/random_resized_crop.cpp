#include "ops/random_resized_crop.hpp"

#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "ops/area_box.hpp"
#include "ops/draw_value.hpp"
#include "ops/resize_sample.hpp"
#include "ops/size_param.hpp"

namespace epochmill::ops {
namespace {

std::pair<double, double> read_range(const recipe::Params& params, const char* name) {
  const std::vector<double> values = params.reals(name);
  if (values[0] > values[1]) {
    throw usage_error("{}: {} is [{}, {}]; [min, max] was expected", params.where(name).text(),
                      name, values[0], values[1]);
  }
  return {values[0], values[1]};
}

class RandomResizedCrop final : public Reframing {
 public:
  explicit RandomResizedCrop(const recipe::Params& params)
      : size_(read_size(params)), interpolation_(read_resampling(params)) {
    std::tie(range_.min_scale, range_.max_scale) = read_range(params, "scale");
    std::tie(range_.min_ratio, range_.max_ratio) = read_range(params, "ratio");
  }

  std::vector<std::string> draw_names() const override {
    return {"top", "left", "height", "width"};
  }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    return {size_.height, size_.width, in.channels, in.type};
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    const image::Box box = draw_area_box(stream, {in.height, in.width}, range_);
    out[0] = whole_to_draw(box.top);
    out[1] = whole_to_draw(box.left);
    out[2] = whole_to_draw(box.height);
    out[3] = whole_to_draw(box.width);
  }

  image::Box part_used(const image::Shape& in, std::span<const float> draws) const override {
    image::Box box;
    box.height = whole_from_draw(draws[2], "height", 1, in.height);
    box.width = whole_from_draw(draws[3], "width", 1, in.width);
    box.top = whole_from_draw(draws[0], "top", 0, in.height - box.height);
    box.left = whole_from_draw(draws[1], "left", 0, in.width - box.width);
    return box;
  }

  double outcomes(const image::Shape& in) const override {
    return in.is_known() ? count_area_boxes({in.height, in.width}, range_) : kEndlessOutcomes;
  }

 private:
  void reframe(const image::Image& in, std::span<const float> draws,
               Sample& sample) const override {
    const image::Box box = part_used(shape_of(in), draws);
    resize_sample(in, box, size_, interpolation_, sample);
  }

  image::Size size_;
  image::Interpolation interpolation_;
  AreaRange range_;
};

recipe::ParamSpec scale_spec() {
  return {.name = "scale",
          .type = recipe::ParamType::kRealList,
          .default_value = "[0.08, 1.0]",
          .meaning = "[min, max] area of the box, as a share of the picture's",
          .min = 0,
          .max = 1,
          .min_items = 2,
          .max_items = 2};
}

recipe::ParamSpec ratio_spec() {
  return {.name = "ratio",
          .type = recipe::ParamType::kRealList,
          .default_value = "[0.75, 1.3333333333333333]",
          .meaning = "[min, max] aspect of the box, width / height",
          .min = 1e-6,
          .max = 1e6,
          .min_items = 2,
          .max_items = 2};
}

}  // namespace

OpKind random_resized_crop_kind() {
  return {
      .number = 4,
      .schema = {.name = "random_resized_crop",
                 .summary = "Cuts out a box of random area and aspect, and resizes it.",
                 .params = {size_spec(), scale_spec(), ratio_spec(), interpolation_spec(),
                            antialias_spec()}},
      .help = {.draws =
                   "Draws top, left, height and width of the box, in whole pixels: ten attempts, "
                   "then the largest central box of an allowed aspect.",
               .annotations =
                   "Points, boxes and the mask (by nearest neighbour) move with the pixels; points "
                   "outside the box become not visible, boxes are clipped.",
               .torchvision = std::string("RandomResizedCrop. ") + kResamplingHelp},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<RandomResizedCrop>(params);
      }};
}

}  // namespace epochmill::ops
