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
    return box_from_draws(draws, {in.height, in.width}, 1);
  }

  std::optional<Motion> motion(const image::Shape& in,
                               std::span<const float> draws) const override {
    return Motion{.kind = Rescale{part_used(in, draws)},
                  .size = size_,
                  .resampling = resampling_of(interpolation_)};
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

}  // namespace

OpKind random_resized_crop_kind() {
  return {.number = 4,
          .schema = {.name = "random_resized_crop",
                     .summary = "Cuts out a box of random area and aspect, and resizes it.",
                     .params = {size_spec(),
                                area_scale_spec(
                                    "[0.08, 1.0]",
                                    "[min, max] area of the box, as a share of the picture's"),
                                area_ratio_spec("[0.75, 1.3333333333333333]",
                                                "[min, max] aspect of the box, width / height"),
                                interpolation_spec(), antialias_spec()}},
          .help = {.draws = "top, left, height and width of the box, in whole pixels.",
                   .annotations = "They move with the pixels, the mask by nearest neighbour; "
                                  "points outside the box become not visible, boxes are clipped.",
                   .torchvision =
                       std::string("RandomResizedCrop: its rule for the box is ten attempts, then "
                                   "the largest central box of an allowed aspect. ") +
                       kResamplingHelp,
                   .example = "size = [200, 200]\nscale = [0.2, 1.0]"},
          .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
            return std::make_unique<RandomResizedCrop>(params);
          }};
}

}  // namespace epochmill::ops
