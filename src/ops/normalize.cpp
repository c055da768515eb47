#include "ops/normalize.hpp"

#include <array>

#include "base/error.hpp"
#include "image/color.hpp"

namespace epochmill::ops {
namespace {

using Channels = std::array<float, 3>;

Channels read_channels(const recipe::Params& params, const char* name) {
  const std::vector<double> values = params.reals(name);
  if (values.size() == 2) {
    throw usage_error("{}: {} has 2 numbers; 1 or 3 were expected", params.where(name).text(),
                      name);
  }
  Channels channels{};
  for (std::size_t c = 0; c < channels.size(); ++c) {
    channels[c] = static_cast<float>(values[values.size() == 1 ? 0 : c]);
  }
  return channels;
}

class Normalize final : public Op {
 public:
  explicit Normalize(const recipe::Params& params)
      : mean_(read_channels(params, "mean")), std_(read_channels(params, "std")) {}

  std::vector<std::string> draw_names() const override { return {}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    return {in.height, in.width, in.channels, image::PixelType::kF32};
  }

  void draw(const streams::Stream&, const image::Shape&, std::span<float>) const override {}

  void apply(std::span<const float>, const streams::Stream&, Sample& sample) const override {
    sample.image = std::visit(
        [&](const auto& picture) -> image::Image {
          return image::normalize(picture, mean_.data(), std_.data());
        },
        sample.image);
  }

  double outcomes(const image::Shape&) const override { return 1; }

 private:
  Channels mean_;
  Channels std_;
};

recipe::ParamSpec mean_spec() {
  return {.name = "mean",
          .type = recipe::ParamType::kRealList,
          .default_value = "",
          .meaning =
              "subtracted, where 1 is the full range of a pixel: one number, or one for each of R, "
              "G, B",
          .min = -1000,
          .max = 1000,
          .min_items = 1,
          .max_items = 3};
}

recipe::ParamSpec std_spec() {
  return {.name = "std",
          .type = recipe::ParamType::kRealList,
          .default_value = "",
          .meaning = "then divided by: one number, or one for each of R, G, B",
          .min = 1e-6,
          .max = 1e6,
          .min_items = 1,
          .max_items = 3};
}

}  // namespace

OpKind normalize_kind() {
  return {
      .number = 11,
      .schema =
          {.name = "normalize",
           .summary = "Turns pixels into f32: (value / 255 - mean) / std.",
           .params = {mean_spec(), std_spec()},
           .notes =
               "Draws nothing. The same bits as torchvision's to_tensor and Normalize; f32 pixels "
               "are not divided by 255 again. Shards with f32 pixels are four times as large, so "
               "most recipes leave this to training. Points, boxes and the mask stay as they are."},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<Normalize>(params);
      }};
}

}  // namespace epochmill::ops
