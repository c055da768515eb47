#include <gtest/gtest.h>

#include <set>

#include "ops/channel_order.hpp"
#include "ops/expect_error.hpp"
#include "ops/numbered_order.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

// Checksums: torchvision's functions on a Pillow picture in the order of its v2 op, and NumPy's
// channels[[1, 2, 0]] and [[2, 1, 0]].
TEST(RandomPhotometricDistort, GivesTorchvisionsPixels) {
  const auto op = make_op("random_photometric_distort", "");
  const image::Image picture = patterned(61, 97);
  EXPECT_EQ(checksum(applied(*op, picture, {1.1F, 0.7F, 1, 1.3F, 1, 25, 3})), 2146191366U);
  EXPECT_EQ(checksum(applied(*op, picture, {1.1F, 0.7F, 0, 1.3F, 1, 25, 0})), 739742891U);
  EXPECT_EQ(checksum(applied(*op, picture, {1, 1, 0, 1, 1, 0, 5})), 3108947915U);
  EXPECT_EQ(applied(*op, picture, {1, 1, 0, 1, 0, 0, 0}), picture);
}

TEST(RandomPhotometricDistort, SaysOnceWhatIsTheSame) {
  const auto op = make_op("random_photometric_distort", "");
  int lone = 0;
  for (std::uint64_t s = 0; s < 2000; ++s) {
    const std::vector<float> draws = draws_of(*op, stream_at(s), {5, 5});
    EXPECT_TRUE(draws[4] == 1 || draws[5] == 0);
    if (draws[1] == 1 || (draws[3] == 1 && draws[4] == 0)) {
      EXPECT_EQ(draws[2], 0);
      ++lone;
    }
  }
  EXPECT_GT(lone, 500);
}

TEST(RandomPhotometricDistort, CountsItsOutcomes) {
  const std::string fixed =
      "brightness = [1, 1]\ncontrast = [1, 1]\nsaturation = [1, 1]\nhue = [0, 0]\n";
  EXPECT_EQ(make_op("random_photometric_distort", fixed + "p = 1")->outcomes({5, 5}), 6);
  EXPECT_EQ(make_op("random_photometric_distort", fixed + "p = 0.5")->outcomes({5, 5}), 12);
  EXPECT_EQ(make_op("random_photometric_distort", "p = 0")->outcomes({5, 5}), 1);
}

TEST(RandomPhotometricDistort, RefusesARangeTheWrongWayRound) {
  expect_error(ErrorKind::kUsage, "the smaller one comes first",
               [] { make_op("random_photometric_distort", "contrast = [1.5, 0.5]"); });
}

TEST(ChannelOrder, IsLexicographic) {
  EXPECT_EQ(numbered_order(0, 3), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(numbered_order(3, 3), (std::vector<int>{1, 2, 0}));
  EXPECT_EQ(numbered_order(5, 3), (std::vector<int>{2, 1, 0}));
  std::set<std::vector<int>> orders;
  for (int i = 0; i < channel_orders(5); ++i) orders.insert(numbered_order(i, 5));
  EXPECT_EQ(orders.size(), 120U);
}

TEST(RandomChannelPermutation, TakesAnyFewChannels) {
  const auto op = make_op("random_channel_permutation", "");
  EXPECT_EQ(op->outcomes({5, 5, 1, image::PixelType::kF32}), 1);
  EXPECT_EQ(op->outcomes({5, 5, 4, image::PixelType::kF32}), 24);
  expect_error(ErrorKind::kUsage, "11 channels", [&] {
    op->output_shape({5, 5, 11, image::PixelType::kF32}, {});
  });
}

}  // namespace
}  // namespace epochmill::ops
