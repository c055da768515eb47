#include "ops/to_dtype.hpp"

#include "image/pixel_type.hpp"

namespace epochmill::ops {
namespace {

class ToDtype final : public Reframing {
 public:
  explicit ToDtype(const recipe::Params& params)
      : type_(params.text("dtype") == "uint8" ? image::PixelType::kU8 : image::PixelType::kF32),
        scale_(params.flag("scale") ? image::PixelScale::kFullRange : image::PixelScale::kKept) {}

  std::vector<std::string> draw_names() const override { return {}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    return {in.height, in.width, in.channels, type_};
  }

  void draw(const streams::Stream&, const image::Shape&, std::span<float>) const override {}

  double outcomes(const image::Shape&) const override { return 1; }

 private:
  void reframe(const image::Image& in, std::span<const float>, Sample& sample) const override {
    const auto* u8 = std::get_if<image::ImageU8>(&in);
    const auto* f32 = std::get_if<image::ImageF32>(&in);
    if (u8 != nullptr && type_ == image::PixelType::kF32) {
      sample.image = image::to_f32(*u8, scale_);
    } else if (f32 != nullptr && type_ == image::PixelType::kU8) {
      sample.image = image::to_u8(*f32, scale_);
    } else {
      sample.image = in;
    }
  }

  image::PixelType type_;
  image::PixelScale scale_;
};

recipe::ParamSpec dtype_spec() {
  return {.name = "dtype",
          .type = recipe::ParamType::kString,
          .default_value = "",
          .meaning = "what pixels become; those that are it already stay as they are",
          .choices = {"float32", "uint8"}};
}

recipe::ParamSpec scale_spec() {
  return {.name = "scale",
          .type = recipe::ParamType::kBool,
          .default_value = "false",
          .meaning = "0..255 of 8-bit pixels stands for 0..1 of f32; false keeps the numbers"};
}

}  // namespace

OpKind to_dtype_kind() {
  return {
      .number = 45,
      .schema = {.name = "to_dtype",
                 .summary = "Makes f32 of 8-bit pixels, or 8-bit pixels of f32.",
                 .params = {dtype_spec(), scale_spec()},
                 .notes = ""},
      .help = {.draws = "Nothing.",
               .annotations = "Points, boxes and the mask stay as they are.",
               .torchvision =
                   "ToDtype of its second version; with scale = true as its "
                   "ConvertImageDtype, too: to f32 each value is divided by 255, to 8 bits it is "
                   "multiplied by 255.999 and what is behind the point is dropped, both in f32. "
                   "There the result of values outside of the range is left open; here they become "
                   "0 or 255, and what is no number becomes 0.",
               .example = "dtype = \"float32\"\nscale = true"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<ToDtype>(params);
      }};
}

}  // namespace epochmill::ops
