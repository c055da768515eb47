#include "ops/normalize.hpp"

#include <iterator>
#include <vector>

#include "base/error.hpp"
#include "image/color.hpp"

namespace epochmill::ops {
namespace {

std::vector<float> read_channels(const recipe::Params& params, const char* name) {
  std::vector<float> channels;
  for (const double value : params.reals(name)) channels.push_back(static_cast<float>(value));
  return channels;
}

// One for each of `count` channels.
std::vector<float> spread(const std::vector<float>& values, int count) {
  if (values.size() != 1) return values;
  return std::vector<float>(static_cast<std::size_t>(count), values[0]);
}

void require_channels(const std::vector<float>& values, const char* name, int channels) {
  if (values.size() == 1 || std::ssize(values) == channels) return;
  throw usage_error("{} has {} numbers, and the pictures have {} channels; {} or 1 were expected",
                    name, values.size(), channels, channels);
}

class Normalize final : public Op {
 public:
  explicit Normalize(const recipe::Params& params)
      : mean_(read_channels(params, "mean")), std_(read_channels(params, "std")) {}

  std::vector<std::string> draw_names() const override { return {}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_channels(mean_, "mean", in.channels);
    require_channels(std_, "std", in.channels);
    return {in.height, in.width, in.channels, image::PixelType::kF32};
  }

  void draw(const streams::Stream&, const image::Shape&, std::span<float>) const override {}

  void apply(std::span<const float>, const streams::Stream&, Sample& sample) const override {
    sample.image = std::visit(
        [&](const auto& picture) -> image::Image {
          const int channels = picture.channels();
          return image::normalize(picture, spread(mean_, channels), spread(std_, channels));
        },
        sample.image);
  }

  double outcomes(const image::Shape&) const override { return 1; }

 private:
  std::vector<float> mean_;  // of each channel, or one for all
  std::vector<float> std_;
};

constexpr int kMostChannels = 4096;

recipe::ParamSpec mean_spec() {
  return {.name = "mean",
          .type = recipe::ParamType::kRealList,
          .default_value = "",
          .meaning =
              "subtracted, where 1 is the full range of a pixel: one number, or one for each of R, "
              "G, B (of arrays, of each channel)",
          .min = -1e6,
          .max = 1e6,
          .min_items = 1,
          .max_items = kMostChannels};
}

recipe::ParamSpec std_spec() {
  return {.name = "std",
          .type = recipe::ParamType::kRealList,
          .default_value = "",
          .meaning = "then divided by: one number, or one for each of R, G, B; likewise",
          .min = 1e-6,
          .max = 1e6,
          .min_items = 1,
          .max_items = kMostChannels};
}

}  // namespace

OpKind normalize_kind() {
  return {.number = 11,
          .schema = {.name = "normalize",
                     .summary = "Turns pixels into f32: (value / 255 - mean) / std.",
                     .params = {mean_spec(), std_spec()}},
          .help = {.draws = "Nothing.",
                   .annotations = "Points, boxes and the mask stay as they are.",
                   .torchvision = "to_tensor and Normalize, with their bits; f32 pixels are not "
                                  "divided by 255 again. Shards with f32 pixels are four times as "
                                  "large, so most recipes leave this to training.",
                   .example = "mean = [0.485, 0.456, 0.406]\nstd = [0.229, 0.224, 0.225]"},
          .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
            return std::make_unique<Normalize>(params);
          }};
}

}  // namespace epochmill::ops
