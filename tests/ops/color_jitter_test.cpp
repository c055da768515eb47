#include <gtest/gtest.h>

#include <set>

#include "ops/expect_error.hpp"
#include "ops/jitter_order.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

constexpr const char* kAll = "brightness = 0.4\ncontrast = 0.5\nsaturation = 2.0\nhue = 0.1";

// Checksums: torchvision's adjust_brightness(1.3), adjust_contrast(0.6), adjust_saturation(1.7) and
// adjust_hue(0.1, -0.2 and 0.3: shifts of 25, -51 and 76) on a Pillow picture, in the order of
// those permutations.
TEST(ColorJitter, GivesTorchvisionsPixels) {
  const auto op = make_op("color_jitter", kAll);
  const image::Image picture = patterned(61, 97);
  EXPECT_EQ(checksum(applied(*op, picture, {0, 1.3F, 0.6F, 1.7F, 25})), 4035643098U);
  EXPECT_EQ(checksum(applied(*op, picture, {13, 1.3F, 0.6F, 1.7F, -51})), 3280775841U);
  EXPECT_EQ(checksum(applied(*op, picture, {23, 1.3F, 0.6F, 1.7F, 76})), 2770202031U);
}

TEST(ColorJitter, DrawsWithinItsRanges) {
  const auto op = make_op("color_jitter", kAll);
  std::set<float> orders, shifts;
  for (std::uint64_t s = 0; s < 3000; ++s) {
    const std::vector<float> draws = draws_of(*op, stream_at(s), {5, 5});
    orders.insert(draws[0]);
    shifts.insert(draws[4]);
    EXPECT_TRUE(draws[1] >= 0.6F && draws[1] <= 1.4F);
    EXPECT_TRUE(draws[2] >= 0.5F && draws[2] <= 1.5F);
    EXPECT_TRUE(draws[3] >= 0.0F && draws[3] <= 3.0F);
    EXPECT_TRUE(draws[4] >= -25 && draws[4] <= 25);
  }
  EXPECT_EQ(orders.size(), 24U);
  EXPECT_EQ(shifts.size(), 51U);
}

TEST(ColorJitter, DrawsNothingForStagesThatAreNotUsed) {
  const auto op = make_op("color_jitter", "");
  for (std::uint64_t s = 0; s < 100; ++s) {
    EXPECT_EQ(draws_of(*op, stream_at(s), {5, 5}), (std::vector<float>{0, 1, 1, 1, 0}));
  }
  EXPECT_EQ(op->outcomes({5, 5}), 1);
  EXPECT_EQ(applied(*op, patterned(9, 9), {0, 1, 1, 1, 0}), image::Image(patterned(9, 9)));
}

TEST(ColorJitter, LeavesOutAStageWithoutEffect) {
  EXPECT_EQ(make_op("color_jitter", "brightness = [1.0, 1.0]\nhue = [0.0, 0.0]")->outcomes({5, 5}),
            1);
}

TEST(ColorJitter, NamesEqualOrdersByTheSmallestNumber) {
  const auto op = make_op("color_jitter", "contrast = 0.5\nhue = 0.1");
  std::set<float> orders;
  for (std::uint64_t s = 0; s < 500; ++s) orders.insert(draws_of(*op, stream_at(s), {5, 5})[0]);
  // Contrast comes before hue in order 0; hue first comes before contrast in brightness,
  // saturation, hue, contrast.
  EXPECT_EQ(orders, (std::set<float>{0, 3}));
}

TEST(ColorJitter, CountsWholeHueStepsTimesOrders) {
  EXPECT_EQ(make_op("color_jitter", "hue = 0.1")->outcomes({5, 5}), 51);
  EXPECT_EQ(make_op("color_jitter", "hue = 0.1\ncontrast = [0.5, 0.5]")->outcomes({5, 5}), 102);
  EXPECT_GT(make_op("color_jitter", "brightness = 0.1")->outcomes({5, 5}), 1e6);
}

TEST(ColorJitter, RefusesRangesThatMakeNoSense) {
  expect_error(ErrorKind::kUsage,
               "recipe.toml:1:", [] { make_op("color_jitter", "brightness = [1.2, 0.8]"); });
  expect_error(ErrorKind::kUsage, "recipe.toml:1:", [] { make_op("color_jitter", "hue = -0.1"); });
  expect_error(ErrorKind::kUsage, "recipe.toml:1:", [] { make_op("color_jitter", "hue = 0.6"); });
  expect_error(ErrorKind::kUsage,
               "recipe.toml:1:", [] { make_op("color_jitter", "saturation = -0.1"); });
}

TEST(ColorJitter, RefusesF32Pixels) {
  for (const char* name : {"color_jitter", "random_grayscale", "gaussian_blur"}) {
    const auto op = make_op(name, std::string(name) == "gaussian_blur" ? "kernel_size = 3" : "");
    expect_error(
        ErrorKind::kUsage,
        std::string(name) + " needs 8-bit pixels of 3 channels, and gets f32 of 3, after normalize",
        [&] {
          op->output_shape({5, 5, 3, image::PixelType::kF32}, {});
        });
  }
}

TEST(JitterOrder, ListsAllPermutations) {
  std::set<JitterOrder> orders;
  for (int i = 0; i < kJitterOrders; ++i) orders.insert(jitter_order(i));
  EXPECT_EQ(orders.size(), 24U);
  using enum JitterStage;
  EXPECT_EQ(jitter_order(13), (JitterOrder{kSaturation, kBrightness, kHue, kContrast}));
}

TEST(JitterOrder, IsCanonicalPerSequenceOfUsedStages) {
  for (int mask = 0; mask < 16; ++mask) {
    const ActiveStages active = {(mask & 1) != 0, (mask & 2) != 0, (mask & 4) != 0,
                                 (mask & 8) != 0};
    std::set<int> canonical;
    for (int i = 0; i < kJitterOrders; ++i) {
      const int c = canonical_order(i, active);
      EXPECT_LE(c, i);
      EXPECT_EQ(canonical_order(c, active), c);
      canonical.insert(c);
    }
    const std::size_t factorial[] = {1, 1, 2, 6, 24};
    EXPECT_EQ(canonical.size(), factorial[__builtin_popcount(static_cast<unsigned>(mask))]);
  }
}

}  // namespace
}  // namespace epochmill::ops
