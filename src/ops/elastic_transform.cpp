#include "ops/elastic_transform.hpp"

#include <array>

#include "base/error.hpp"
#include "image/blur_plane.hpp"
#include "image/displacement.hpp"
#include "ops/border.hpp"
#include "ops/boxes.hpp"
#include "ops/keypoints.hpp"
#include "ops/mask_fill.hpp"
#include "ops/warp_param.hpp"
#include "streams/bulk.hpp"

namespace epochmill::ops {
namespace {

// Along x and along y.
using Pair = std::array<double, 2>;

constexpr double kMostAlpha = 1e6;
constexpr double kMostSigma = 1000;
constexpr double kLeastSigma = 1e-3;  // a Gaussian narrower than this is one pixel wide as well

Pair read_pair(const recipe::Params& params, const char* name) {
  const std::vector<double> items = params.reals(name);
  return {items.front(), items.back()};
}

// torchvision's side of the Gaussian: 8 sigma, and odd.
int kernel_side(double sigma) { return static_cast<int>(8 * sigma + 1) | 1; }

class ElasticTransform final : public Op {
 public:
  explicit ElasticTransform(const recipe::Params& params)
      : alpha_(read_pair(params, "alpha")),
        sigma_(read_pair(params, "sigma")),
        style_(read_warp_style(params)) {}

  std::vector<std::string> draw_names() const override { return {}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_fill(in, style_.fill);
    if (in.is_known()) require_room(in);
    return in;
  }

  void draw(const streams::Stream&, const image::Shape&, std::span<float>) const override {}

  void apply(std::span<const float> draws, const streams::Stream& stream,
             Sample& sample) const override {
    const image::Image in = std::move(sample.image);
    apply_from(in, draws, stream, sample);
  }

  void apply_from(const image::Image& in, std::span<const float>, const streams::Stream& stream,
                  Sample& sample) const override {
    const image::Shape shape = shape_of(in);
    require_room(shape);
    const image::Size size = {shape.height, shape.width};
    const image::DisplacementField field = {
        plane(stream, 0, size, alpha_[0] * size.width / (2.0 * size.height)),
        plane(stream, 1, size, alpha_[1] * size.height / (2.0 * size.width))};
    sample.image = displace(in, field, style_.interpolation, style_.fill);
    const image::DisplacedPlaces places(field);
    displace_keypoints(sample.keypoints, places, size);
    displace_boxes(sample.boxes, places, size);
    if (sample.mask.values().empty()) return;
    const double index = style_.mask_fill;
    sample.mask =
        displace(sample.mask, field, image::Interpolation::kNearest, {index, index, index});
  }

  double outcomes(const image::Shape& in) const override {
    require_fill(in, style_.fill);
    return alpha_[0] == 0 && alpha_[1] == 0 ? 1 : kEndlessOutcomes;
  }

 private:
  // The displacements along one direction: uniform in [-1, 1), blurred, times `factor`.
  image::ImageF32 plane(const streams::Stream& stream, std::size_t direction, image::Size size,
                        double factor) const {
    image::ImageF32 plane(size.height, size.width, 1, image::Unfilled{});
    streams::fill_uniform(stream, direction * plane.values().size(), plane.values());
    for (float& value : plane.values()) value = value * 2.0F - 1.0F;
    const int side = sigma_[direction] > 0 ? kernel_side(sigma_[direction]) : 1;
    image::blur_plane(plane, side, std::max(sigma_[0], kLeastSigma),
                      std::max(sigma_[1], kLeastSigma), static_cast<float>(factor));
    return plane;
  }

  void require_room(const image::Shape& in) const {
    const int radius = kernel_side(std::max(sigma_[0], sigma_[1])) / 2;
    if (radius < in.height && radius < in.width) return;
    throw input_error(
        "a picture of {}x{} is smaller than the mirrored border of {} pixels that a Gaussian of "
        "sigma [{}, {}] needs; use a smaller sigma, or resize first",
        in.height, in.width, radius, sigma_[0], sigma_[1]);
  }

  Pair alpha_;
  Pair sigma_;
  WarpStyle style_;
};

recipe::ParamSpec alpha_spec() {
  return {.name = "alpha",
          .type = recipe::ParamType::kRealList,
          .default_value = "50.0",
          .meaning =
              "strength of the displacements: one number, or [x, y]; of a square picture, half of "
              "it is the displacement in pixels where the blurred noise is 1",
          .min = 0,
          .max = kMostAlpha,
          .min_items = 1,
          .max_items = 2};
}

recipe::ParamSpec sigma_spec() {
  return {.name = "sigma",
          .type = recipe::ParamType::kRealList,
          .default_value = "5.0",
          .meaning = "how smooth the displacements are, in pixels: one number, or [x, y]",
          .min = 0,
          .max = kMostSigma,
          .min_items = 1,
          .max_items = 2};
}

}  // namespace

OpKind elastic_transform_kind() {
  return {
      .number = 18,
      .schema = {.name = "elastic_transform",
                 .summary = "Moves every pixel a little, neighbours nearly alike.",
                 .params = {alpha_spec(), sigma_spec(), warp_interpolation_spec("\"bilinear\""),
                            warp_fill_spec(), border_mask_fill_spec()}},
      .help =
          {.draws =
               "a number from -1 to 1 for every pixel and direction, first all along x, then "
               "all along y, row by row; they are not recorded, because the address gives them "
               "again. Each of the two planes is blurred by a Gaussian of sigma, over int(8 sigma "
               "+ 1) pixels.",
           .annotations =
               "Points go to where their pixel shows, found by iteration to a thousandth of a "
               "pixel; where the displacements fold the picture, to the pixel that shows the "
               "nearest place. Those that leave the picture become not visible. Boxes become the "
               "box around their displaced outline, clipped; the mask is looked up by nearest "
               "neighbour, with index 0, or mask_fill, outside.",
           .torchvision =
               "ElasticTransform, with its units: along x the displacement is alpha * width / (2 * "
               "height) pixels times the blurred noise, along y the other way round. For the same "
               "displacements within 1 level: torchvision reckons places on a scale of [-1, 1] in "
               "f32, here they are pixels in f32, and by nearest, a place half way between two "
               "pixels "
               "can round to the other. The blur is separable here and two-dimensional "
               "there, so that displacements differ in the last bits. Beyond the edge, pixels mix "
               "with `fill` as in torchvision. A picture smaller than half the Gaussian is "
               "refused, as there.",
           .example = "alpha = 120\nsigma = 6"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<ElasticTransform>(params);
      }};
}

}  // namespace epochmill::ops
