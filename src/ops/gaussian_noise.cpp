#include "ops/gaussian_noise.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <type_traits>

#include "image/filter.hpp"
#include "streams/bulk.hpp"

namespace epochmill::ops {
namespace {

class GaussianNoise final : public Op {
 public:
  explicit GaussianNoise(const recipe::Params& params)
      : mean_(static_cast<float>(params.real("mean"))),
        sigma_(static_cast<float>(params.real("sigma"))),
        is_clipped_(params.flag("clip")) {}

  std::vector<std::string> draw_names() const override { return {}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    return in;
  }

  void draw(const streams::Stream&, const image::Shape&, std::span<float>) const override {}

  void apply(std::span<const float>, const streams::Stream& stream, Sample& sample) const override {
    std::visit([&](auto& picture) { add_to(picture, stream); }, sample.image);
  }

  double outcomes(const image::Shape&) const override { return sigma_ > 0 ? kEndlessOutcomes : 1; }

 private:
  template <typename Picture>
  void add_to(Picture& picture, const streams::Stream& stream) const {
    std::array<float, 4096> normals;  // 16 KiB: they stay in the nearest cache
    const std::span values(picture.values());
    for (std::size_t first = 0; first < values.size(); first += normals.size()) {
      const std::size_t count = std::min(normals.size(), values.size() - first);
      const std::span drawn = std::span(normals).first(count);
      streams::fill_normal(stream, first, drawn);
      if constexpr (std::is_same_v<Picture, image::ImageF32>) {
        image::add_noise(values.subspan(first, count), drawn, mean_, sigma_, is_clipped_);
      } else {
        image::add_noise(values.subspan(first, count), drawn, mean_, sigma_);
      }
    }
  }

  float mean_;
  float sigma_;
  bool is_clipped_;
};

recipe::ParamSpec mean_spec() {
  return {.name = "mean",
          .type = recipe::ParamType::kReal,
          .default_value = "0.0",
          .meaning = "mean of the noise, where 1 is the full range of a pixel",
          .min = -1000,
          .max = 1000};
}

recipe::ParamSpec sigma_spec() {
  return {.name = "sigma",
          .type = recipe::ParamType::kReal,
          .default_value = "0.1",
          .meaning = "standard deviation of the noise, where 1 is the full range of a pixel",
          .min = 0,
          .max = 1000};
}

recipe::ParamSpec clip_spec() {
  return {.name = "clip",
          .type = recipe::ParamType::kBool,
          .default_value = "true",
          .meaning = "clamp f32 pixels to [0, 1]; 8-bit pixels are always clamped to 0..255"};
}

}  // namespace

OpKind gaussian_noise_kind() {
  return {.number = 10,
          .schema = {.name = "gaussian_noise",
                     .summary = "Adds normal noise to every value.",
                     .params = {mean_spec(), sigma_spec(), clip_spec()}},
          .help = {.draws = "Nothing that is recorded: one normal number for every value, in the "
                            "order row, column, channel, which the address gives again.",
                   .annotations = "Points, boxes and the mask stay as they are.",
                   .torchvision = "GaussianNoise of its second version, which works on f32 only; "
                                  "here 8-bit pixels stay 8-bit, rounded half up. After normalize, "
                                  "set clip = false: [0, 1] is not its range.",
                   .example = "sigma = 0.1"},
          .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
            return std::make_unique<GaussianNoise>(params);
          }};
}

}  // namespace epochmill::ops
