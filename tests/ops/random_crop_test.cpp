#include <gtest/gtest.h>

#include <set>

#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

TEST(RandomCrop, DrawsEveryPlaceAndNoOther) {
  const auto op = make_op("random_crop", "size = [4, 6]");
  std::set<std::vector<float>> seen;
  for (std::uint64_t s = 0; s < 2000; ++s) {
    const std::vector<float> draws = draws_of(*op, stream_at(s), {7, 8});
    EXPECT_TRUE(draws[0] >= 0 && draws[0] <= 3 && draws[1] >= 0 && draws[1] <= 2);
    seen.insert(draws);
  }
  EXPECT_EQ(seen.size(), 12U);
  EXPECT_EQ(op->outcomes({7, 8}), 12);
}

TEST(RandomCrop, HasOnePlaceForACropAsLargeAsThePicture) {
  const auto op = make_op("random_crop", "size = [7, 8]");
  EXPECT_EQ(draws_of(*op, stream_at(3), {7, 8}), (std::vector<float>{0, 0}));
  EXPECT_EQ(op->outcomes({7, 8}), 1);
}

// torchvision.transforms.RandomCrop((80, 100), padding=(2, 3), pad_if_needed=True, fill=5) on a
// Pillow picture of 61x97, its get_params replaced by (7, 1): a canvas of 93x101.
TEST(RandomCrop, PadsAsTorchvision) {
  const auto op =
      make_op("random_crop", "size = [80, 100]\npadding = [2, 3]\npad_if_needed = true\nfill = 5");
  EXPECT_EQ(checksum(applied(*op, patterned(61, 97), {7, 1})), 1489375314U);
  EXPECT_EQ(op->outcomes({61, 97}), (93 - 80 + 1) * (101 - 100 + 1));
}

TEST(RandomCrop, PadsOnlyWhereItIsNeeded) {
  const auto op = make_op("random_crop", "size = [5, 4]\npad_if_needed = true");
  EXPECT_EQ(op->outcomes({3, 10}), (7 - 5 + 1) * (10 - 4 + 1));
  EXPECT_EQ(op->outcomes({8, 2}), (8 - 5 + 1) * (6 - 4 + 1));
}

TEST(RandomCrop, RefusesAPictureSmallerThanTheCrop) {
  const auto op = make_op("random_crop", "size = [32, 32]");
  const std::string words =
      "a picture of 20x40 is smaller than the crop of 32x32; set pad_if_needed = true, or resize "
      "first";
  expect_error(ErrorKind::kInput, words, [&] { draws_of(*op, stream_at(0), {20, 40}); });
  expect_error(ErrorKind::kInput, words, [&] { op->output_shape({20, 40}, {}); });
  expect_error(ErrorKind::kInput, words, [&] { op->outcomes({20, 40}); });
  expect_error(ErrorKind::kInput, words, [&] { applied(*op, patterned(20, 40), {0, 0}); });
}

TEST(RandomCrop, RefusesDrawsOutsideThePicture) {
  const auto op = make_op("random_crop", "size = 4");
  expect_error(ErrorKind::kInput, "'top' is 3", [&] { applied(*op, patterned(6, 6), {3, 0}); });
  expect_error(ErrorKind::kInput, "'left' is -1", [&] { applied(*op, patterned(6, 6), {0, -1}); });
  expect_error(ErrorKind::kInput, "'left' is 0.5", [&] {
    applied(*op, patterned(6, 6), {0, 0.5F});
  });
}

TEST(RandomCrop, RefusesPlacesThatCannotBeRecorded) {
  const auto op = make_op("random_crop", "size = 1");
  expect_error(ErrorKind::kInput, "recorded exactly", [&] {
    for (std::uint64_t s = 0; s < 64; ++s) draws_of(*op, stream_at(s), {1, 1 << 28});
  });
}

}  // namespace
}  // namespace epochmill::ops
