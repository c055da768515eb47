#include "ops/jpeg_distortion.hpp"

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/jpeg.hpp"
#include "ops/coin_op.hpp"
#include "ops/draw_value.hpp"
#include "ops/pixel_type.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

constexpr const char* kName = "jpeg_distortion";
constexpr streams::DrawNumber kQuality = 0;
constexpr int kMostJpegPixels = 65500;  // a side

struct Qualities {
  int lowest = 0;
  int highest = 0;
};

Qualities read_quality(const recipe::Params& params) {
  const std::vector<std::int64_t> quality = params.integers("quality");
  const Qualities qualities = {checked_cast<int>(quality.front()),
                               checked_cast<int>(quality.back())};
  if (qualities.lowest > qualities.highest) {
    throw usage_error("{}: quality is [{}, {}], where the smaller one comes first",
                      params.where("quality").text(), qualities.lowest, qualities.highest);
  }
  return qualities;
}

void require_jpeg_size(const image::Shape& in) {
  if (in.height <= kMostJpegPixels && in.width <= kMostJpegPixels) return;
  throw input_error(
      "a JPEG has at most {} pixels a side, and the picture is {}x{} (height x width); resize "
      "first",
      kMostJpegPixels, in.height, in.width);
}

class JpegDistortion final : public Op {
 public:
  explicit JpegDistortion(const recipe::Params& params) : quality_(read_quality(params)) {}

  std::vector<std::string> draw_names() const override { return {"quality"}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_u8(in, kName);
    require_jpeg_size(in);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape&,
            std::span<float> out) const override {
    out[0] = whole_to_draw(static_cast<int>(
        streams::integer_between(stream, kQuality, quality_.lowest, quality_.highest + 1)));
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    output_shape(shape_of(sample.image), draws);
    auto& picture = std::get<image::ImageU8>(sample.image);
    const Bytes jpeg =
        capi::encode_jpeg(picture.values(), picture.width(), picture.height(), picture.channels(),
                          whole_from_draw(draws[0], "quality", 1, 100));
    capi::JpegDecoder(jpeg).read_pixels(picture.values());
  }

  double outcomes(const image::Shape&) const override {
    return quality_.highest - quality_.lowest + 1;
  }

 private:
  Qualities quality_;
};

recipe::ParamSpec quality_spec() {
  return {.name = "quality",
          .type = recipe::ParamType::kIntegerList,
          .default_value = "",
          .meaning = "libjpeg's quality, from 1 (worst) to 100: one number, or [min, max]",
          .min = 1,
          .max = 100,
          .min_items = 1,
          .max_items = 2};
}

}  // namespace

OpKind jpeg_distortion_kind() {
  return {
      .number = 30,
      .schema = {.name = kName,
                 .summary = "Stores the picture as a JPEG of random quality, and reads it again.",
                 .params = {quality_spec()}},
      .help = {.draws = "quality: a whole number.",
               .annotations = kAnnotationsStay,
               .torchvision = "As JPEG of torchvision v2, and with the bits of Pillow's save and "
                              "open: colour is stored for every second pixel of every second row, "
                              "and the DCT is libjpeg's accurate one of whole numbers. Another "
                              "version of libjpeg-turbo may come to other pixels. 8-bit pixels "
                              "only.",
               .example = "quality = [5, 30]"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<JpegDistortion>(params);
      }};
}

}  // namespace epochmill::ops
