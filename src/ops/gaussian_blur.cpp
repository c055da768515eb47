#include "ops/gaussian_blur.hpp"

#include "base/checked.hpp"
#include "base/error.hpp"
#include "image/filter.hpp"
#include "ops/draw_value.hpp"
#include "ops/pixel_type.hpp"

namespace epochmill::ops {
namespace {

constexpr streams::DrawNumber kSigma = 0;
constexpr const char* kName = "gaussian_blur";
// Below it a kernel is a single pixel for every f32 purpose, and squares stay far from underflow.
constexpr double kMinSigma = 1e-3;

image::Size read_kernel(const recipe::Params& params) {
  const std::vector<std::int64_t> sides = params.integers("kernel_size");
  for (const std::int64_t side : sides) {
    if (side % 2 == 0) {
      throw usage_error(
          "{}: kernel_size is {}; an odd number was expected, so that the kernel has a middle",
          params.where("kernel_size").text(), side);
    }
  }
  return {checked_cast<int>(sides.back()), checked_cast<int>(sides.front())};
}

class GaussianBlur final : public Op {
 public:
  explicit GaussianBlur(const recipe::Params& params) : kernel_(read_kernel(params)) {
    const std::vector<double> sigma = params.reals("sigma");
    min_sigma_ = sigma.front();
    max_sigma_ = sigma.back();
    if (min_sigma_ > max_sigma_) {
      throw usage_error("{}: sigma is [{}, {}]; [min, max] was expected",
                        params.where("sigma").text(), min_sigma_, max_sigma_);
    }
    // A kernel of one pixel changes nothing, whatever its sigma: one outcome.
    if (kernel_ == image::Size{1, 1}) max_sigma_ = min_sigma_;
  }

  std::vector<std::string> draw_names() const override { return {"sigma"}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_u8(in, kName);
    check_border(in.height, kernel_.height, "height");
    check_border(in.width, kernel_.width, "width");
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape&,
            std::span<float> out) const override {
    out[0] = uniform_draw(stream, kSigma, min_sigma_, max_sigma_);
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    output_shape(shape_of(sample.image), draws);
    const double sigma = real_from_draw(draws[0], "sigma", static_cast<float>(kMinSigma));
    image::gaussian_blur(std::get<image::ImageU8>(sample.image), kernel_, sigma, sigma);
  }

  double outcomes(const image::Shape&) const override {
    return uniform_outcomes(min_sigma_, max_sigma_);
  }

 private:
  // The border is the picture reflected without its edge pixel: half a kernel needs as many pixels
  // to show.
  static void check_border(int side, int kernel, const char* what) {
    if (side == 0 || kernel <= 2 * std::int64_t{side} - 1) return;
    throw input_error(
        "a picture with a {} of {} is too small for a blur kernel of {}; use a kernel_size of at "
        "most {}, or resize first",
        what, side, kernel, 2 * std::int64_t{side} - 1);
  }

  image::Size kernel_;
  double min_sigma_ = 0;
  double max_sigma_ = 0;
};

recipe::ParamSpec kernel_size_spec() {
  return {
      .name = "kernel_size",
      .type = recipe::ParamType::kIntegerList,
      .default_value = "",
      .meaning =
          "pixels, odd: one number for a square, or [horizontal, vertical] as torchvision has it",
      .min = 1,
      .max = 1023,
      .min_items = 1,
      .max_items = 2};
}

recipe::ParamSpec sigma_spec() {
  return {.name = "sigma",
          .type = recipe::ParamType::kRealList,
          .default_value = "[0.1, 2.0]",
          .meaning = "standard deviation in pixels: one number, or [min, max] to draw from",
          .min = kMinSigma,
          .max = 1e6,
          .min_items = 1,
          .max_items = 2};
}

}  // namespace

OpKind gaussian_blur_kind() {
  return {
      .number = 9,
      .schema = {.name = kName,
                 .summary = "Blurs with a Gaussian of random width.",
                 .params = {kernel_size_spec(), sigma_spec()}},
      .help =
          {.draws = "sigma, in pixels.",
           .annotations = "Points, boxes and the mask stay as they are.",
           .torchvision =
               "GaussianBlur, but in two passes of one dimension, so a value can differ from its "
               "by 1. Half a kernel must be smaller than the picture's side. 8-bit pixels only.",
           .example = "kernel_size = 9\nsigma = [0.5, 3.0]"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<GaussianBlur>(params);
      }};
}

}  // namespace epochmill::ops
