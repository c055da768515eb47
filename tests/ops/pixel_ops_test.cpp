// Ops that leave every pixel where it is, color_jitter apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

Sample noisy(const Op& op, const image::Image& picture, const streams::Stream& stream) {
  Sample sample;
  sample.image = picture;
  op.apply({}, stream, sample);
  return sample;
}

TEST(RandomGrayscale, GivesTorchvisionsPixels) {
  const auto op = make_op("random_grayscale", "");
  EXPECT_EQ(checksum(applied(*op, patterned(61, 97), {1})), 2935941749U);
  EXPECT_EQ(applied(*op, patterned(61, 97), {0}), image::Image(patterned(61, 97)));
}

TEST(RandomGrayscale, IsRareByDefault) {
  const auto op = make_op("random_grayscale", "");
  float grey = 0;
  for (std::uint64_t s = 0; s < 10000; ++s) grey += draws_of(*op, stream_at(s), {5, 5})[0];
  EXPECT_NEAR(grey, 1000, 120);
}

// torchvision's gaussian_blur(picture, [5, 3], [1.2, 1.2]) differs by 1 in a value here and there.
TEST(GaussianBlur, TakesTheKernelsWidthFirst) {
  image::ImageU8 dot(9, 9, 3);
  dot.pixel(4, 4)[0] = 255;
  const image::Image out = applied(*make_op("gaussian_blur", "kernel_size = [5, 1]"), dot, {1.2F});
  const auto& blurred = std::get<image::ImageU8>(out);
  EXPECT_GT(blurred.pixel(4, 2)[0], 0);
  EXPECT_EQ(blurred.pixel(4, 1)[0], 0);
  EXPECT_EQ(blurred.pixel(3, 4)[0], 0);
}

TEST(GaussianBlur, DrawsSigmaWithinItsRange) {
  const auto op = make_op("gaussian_blur", "kernel_size = 5");
  for (std::uint64_t s = 0; s < 1000; ++s) {
    const float sigma = draws_of(*op, stream_at(s), {9, 9})[0];
    EXPECT_TRUE(sigma >= 0.1F && sigma <= 2.0F);
  }
  EXPECT_GT(op->outcomes({9, 9}), 1e6);
  const auto fixed = make_op("gaussian_blur", "kernel_size = 5\nsigma = 1.5");
  EXPECT_EQ(draws_of(*fixed, stream_at(1), {9, 9}), std::vector<float>{1.5F});
  EXPECT_EQ(fixed->outcomes({9, 9}), 1);
}

TEST(GaussianBlur, HasOneOutcomeWithAKernelOfOnePixel) {
  const auto op = make_op("gaussian_blur", "kernel_size = 1");
  EXPECT_EQ(op->outcomes({9, 9}), 1);
  EXPECT_EQ(draws_of(*op, stream_at(1), {9, 9}), draws_of(*op, stream_at(2), {9, 9}));
}

TEST(GaussianBlur, RefusesEvenKernelsAndRangesUpsideDown) {
  expect_error(ErrorKind::kUsage, "odd", [] { make_op("gaussian_blur", "kernel_size = [3, 4]"); });
  expect_error(ErrorKind::kUsage, "recipe.toml:2:", [] {
    make_op("gaussian_blur", "kernel_size = 3\nsigma = [2.0, 1.0]");
  });
  expect_error(ErrorKind::kUsage,
               "recipe.toml:2:", [] { make_op("gaussian_blur", "kernel_size = 3\nsigma = 0.0"); });
}

TEST(GaussianBlur, RefusesAPictureWithoutRoomForTheKernel) {
  const auto op = make_op("gaussian_blur", "kernel_size = 5");
  expect_error(ErrorKind::kInput, "blur kernel of 5", [&] { op->output_shape({2, 9}, {}); });
  EXPECT_NO_THROW(op->output_shape({3, 3}, {}));
}

TEST(GaussianNoise, DiffersByEpochAndSampleAndIsTheSameAgain) {
  const auto op = make_op("gaussian_noise", "");
  const image::Image grey = [] {
    image::ImageU8 picture(20, 30, 3);
    for (auto& value : picture.values()) value = 128;
    return picture;
  }();
  const image::Image first = noisy(*op, grey, stream_at(5, 2)).image;
  EXPECT_EQ(first, noisy(*op, grey, stream_at(5, 2)).image);
  EXPECT_NE(first, noisy(*op, grey, stream_at(5, 3)).image);
  EXPECT_NE(first, noisy(*op, grey, stream_at(6, 2)).image);
  EXPECT_NE(first, grey);
}

TEST(GaussianNoise, HasItsMeanAndSigma) {
  const auto op = make_op("gaussian_noise", "mean = 0.1\nsigma = 0.05");
  image::ImageU8 grey(100, 100, 3);
  for (auto& value : grey.values()) value = 100;
  const image::Image noised = noisy(*op, grey, stream_at(1)).image;
  double sum = 0, squares = 0;
  for (const std::uint8_t value : std::get<image::ImageU8>(noised).values()) {
    sum += value - 125.5;
    squares += (value - 125.5) * (value - 125.5);
  }
  EXPECT_NEAR(sum / 30000, 0, 0.3);
  EXPECT_NEAR(std::sqrt(squares / 30000), 0.05 * 255, 0.3);
}

TEST(GaussianNoise, KeepsThePixelTypeAndClipsOnRequest) {
  image::ImageF32 white(20, 20, 3);
  for (auto& value : white.values()) value = 1;
  const auto most = [&](const char* params) {
    const image::Image out = noisy(*make_op("gaussian_noise", params), white, stream_at(1)).image;
    const auto& values = std::get<image::ImageF32>(out).values();
    return *std::max_element(values.begin(), values.end());
  };
  EXPECT_EQ(most(""), 1);
  EXPECT_GT(most("clip = false"), 1.1F);
}

TEST(GaussianNoise, HasEndlessOutcomesUnlessItIsNone) {
  EXPECT_EQ(make_op("gaussian_noise", "")->outcomes({5, 5}), kEndlessOutcomes);
  EXPECT_EQ(make_op("gaussian_noise", "sigma = 0")->outcomes({5, 5}), 1);
}

// Checksum: of the bits of torchvision's to_tensor and normalize.
TEST(Normalize, GivesTorchvisionsBits) {
  const auto op = make_op("normalize", "mean = [0.485, 0.456, 0.406]\nstd = [0.229, 0.224, 0.225]");
  EXPECT_EQ(checksum(applied(*op, patterned(61, 97), {})), 3420153270U);
}

TEST(Normalize, RefusesListsOfAWrongLengthAndNothingToDivideBy) {
  const auto two = make_op("normalize", "mean = [0.5, 0.5]\nstd = 1");
  expect_error(ErrorKind::kUsage, "3 or 1", [&] { two->output_shape({8, 8}, {}); });
  expect_error(ErrorKind::kUsage,
               "recipe.toml:2:", [] { make_op("normalize", "mean = 0.5\nstd = 0"); });
  expect_error(ErrorKind::kUsage, "std", [] { make_op("normalize", "mean = 0.5"); });
}

TEST(Keep, SetsACopyOfThePictureAside) {
  Sample sample;
  sample.image = patterned(6, 7);
  make_op("keep", "name = \"clean\"")->apply({}, stream_at(0), sample);
  ASSERT_EQ(sample.kept.size(), 1U);
  EXPECT_EQ(sample.kept[0].name, "clean");
  EXPECT_EQ(sample.kept[0].image, sample.image);
}

TEST(Keep, RefusesANameThatIsNoDataset) {
  for (const char* name : {"", "a/b", "Clean", "a b", ".."}) {
    expect_error(ErrorKind::kUsage, "recipe.toml:1:", [&] {
      make_op("keep", "name = \"" + std::string(name) + "\"");
    });
  }
}

}  // namespace
}  // namespace epochmill::ops
