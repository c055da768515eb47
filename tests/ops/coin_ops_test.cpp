#include <gtest/gtest.h>

#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

image::ImageU8 dark() {
  image::ImageU8 picture = patterned(61, 97);
  for (std::uint8_t& value : picture.values()) value = static_cast<std::uint8_t>(value / 3 + 20);
  return picture;
}

std::uint32_t checksum_after(const std::string& op, const std::string& params,
                             const image::Image& picture = patterned(61, 97)) {
  return checksum(applied(*make_op(op, params), picture, {1}));
}

// Checksums: torchvision's functions of those names on a Pillow picture.
TEST(CoinOps, GiveTorchvisionsPixels) {
  EXPECT_EQ(checksum_after("random_invert", ""), 2867863247U);
  EXPECT_EQ(checksum_after("random_posterize", "bits = 3"), 504863040U);
  EXPECT_EQ(checksum_after("random_solarize", "threshold = 99.5"), 1933683641U);
  EXPECT_EQ(checksum_after("random_adjust_sharpness", "sharpness_factor = 0"), 2953318793U);
  EXPECT_EQ(checksum_after("random_adjust_sharpness", "sharpness_factor = 0.6"), 2904041570U);
  EXPECT_EQ(checksum_after("random_adjust_sharpness", "sharpness_factor = 2.5"), 2925223149U);
  EXPECT_EQ(checksum_after("random_autocontrast", "", dark()), 2792995898U);
  EXPECT_EQ(checksum_after("random_equalize", ""), 3007115521U);
  EXPECT_EQ(checksum_after("random_equalize", "", dark()), 2852230852U);
}

TEST(CoinOps, LeaveThePictureAloneByTails) {
  const auto op = make_op("random_equalize", "p = 0.5");
  EXPECT_EQ(applied(*op, dark(), {0}), image::Image(dark()));
}

TEST(CoinOps, DrawTailsWhereNothingCanChange) {
  for (const auto& [name, params] :
       {std::pair{"random_posterize", "bits = 8\np = 1"},
        std::pair{"random_adjust_sharpness", "sharpness_factor = 1\np = 1"}}) {
    const auto op = make_op(name, params);
    EXPECT_EQ(draws_of(*op, stream_at(1), {5, 5}), std::vector<float>{0});
    EXPECT_EQ(op->outcomes({5, 5}), 1);
  }
}

TEST(CoinOps, InvertAndSolarizeF32) {
  const image::Image picture = [] {
    image::ImageF32 values(1, 2, 3);
    values.values() = {0, 0.25F, 0.5F, 0.75F, 1, 0.1F};
    return values;
  }();
  const auto inverted = applied(*make_op("random_invert", ""), picture, {1});
  EXPECT_EQ(std::get<image::ImageF32>(inverted).values()[1], 0.75F);
  const auto solarized = applied(*make_op("random_solarize", "threshold = 0.5"), picture, {1});
  EXPECT_EQ(std::get<image::ImageF32>(solarized).values()[1], 0.25F);
  EXPECT_EQ(std::get<image::ImageF32>(solarized).values()[3], 0.25F);
}

TEST(CoinOps, RefuseOtherF32) {
  for (const char* name : {"random_autocontrast", "random_equalize"}) {
    expect_error(ErrorKind::kUsage, std::string(name) + " needs 8-bit pixels", [&] {
      make_op(name, "")->output_shape({5, 5, 3, image::PixelType::kF32}, {});
    });
  }
}

// Checksums: Pillow's save(quality=...) and open of the same picture, libjpeg-turbo 2.1.
TEST(JpegDistortion, GivesPillowsPixels) {
  const auto op = make_op("jpeg_distortion", "quality = [1, 100]");
  EXPECT_EQ(checksum(applied(*op, patterned(61, 97), {1})), 3240936627U);
  EXPECT_EQ(checksum(applied(*op, patterned(61, 97), {30})), 2951912876U);
  EXPECT_EQ(checksum(applied(*op, patterned(61, 97), {75})), 2962435763U);
  EXPECT_EQ(checksum(applied(*op, patterned(61, 97), {100})), 2937411011U);
}

TEST(JpegDistortion, CountsItsQualities) {
  EXPECT_EQ(make_op("jpeg_distortion", "quality = [40, 95]")->outcomes({5, 5}), 56);
  EXPECT_EQ(make_op("jpeg_distortion", "quality = 40")->outcomes({5, 5}), 1);
}

TEST(JpegDistortion, RefusesWhatNoJpegIs) {
  expect_error(ErrorKind::kUsage, "the smaller one comes first",
               [] { make_op("jpeg_distortion", "quality = [90, 40]"); });
  expect_error(ErrorKind::kInput, "resize first", [] {
    make_op("jpeg_distortion", "quality = 90")->output_shape({2, 70000}, {});
  });
  expect_error(ErrorKind::kInput, "quality",
               [] { applied(*make_op("jpeg_distortion", "quality = 90"), patterned(5, 5), {0}); });
}

}  // namespace
}  // namespace epochmill::ops
