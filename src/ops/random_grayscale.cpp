#include "ops/random_grayscale.hpp"

#include "image/color.hpp"
#include "ops/draw_value.hpp"
#include "ops/pixel_type.hpp"
#include "ops/probability.hpp"

namespace epochmill::ops {
namespace {

constexpr streams::DrawNumber kGrayscale = 0;
constexpr const char* kName = "random_grayscale";

class RandomGrayscale final : public Op {
 public:
  explicit RandomGrayscale(const recipe::Params& params) : p_(params.real("p")) {}

  std::vector<std::string> draw_names() const override { return {"grayscale"}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_u8(in, kName);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape&,
            std::span<float> out) const override {
    out[0] = yes_or_no_draw(stream, kGrayscale, p_);
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    require_u8(shape_of(sample.image), kName);
    if (is_drawn(draws)) to_grayscale(std::get<image::ImageU8>(sample.image));
  }

  void apply_from(const image::Image& in, std::span<const float> draws, const streams::Stream&,
                  Sample& sample) const override {
    require_u8(shape_of(in), kName);
    if (is_drawn(draws)) {
      sample.image = grayscale_of(std::get<image::ImageU8>(in));
    } else {
      sample.image = in;
    }
  }

  double outcomes(const image::Shape&) const override { return yes_or_no_outcomes(p_); }

 private:
  static bool is_drawn(std::span<const float> draws) {
    return whole_from_draw(draws[0], "grayscale", 0, 1) == 1;
  }

  double p_;
};

}  // namespace

OpKind random_grayscale_kind() {
  return {
      .number = 8,
      .schema = {.name = kName,
                 .summary = "Makes the picture grey with probability p; it keeps three channels.",
                 .params = {probability_spec("0.1")}},
      .help = {.draws = "grayscale: 1 or 0.",
               .annotations = "Points, boxes and the mask stay as they are.",
               .torchvision = "RandomGrayscale on PIL pictures, with its bits. 8-bit pixels only.",
               .example = "p = 0.8"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<RandomGrayscale>(params);
      }};
}

}  // namespace epochmill::ops
