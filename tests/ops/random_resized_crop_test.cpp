#include <gtest/gtest.h>

#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

// torchvision.transforms.functional.resized_crop(picture, 5, 11, 33, 47, (24, 28)) on a Pillow
// picture.
TEST(RandomResizedCrop, GivesTorchvisionsPixels) {
  const auto op = make_op("random_resized_crop", "size = [24, 28]");
  EXPECT_EQ(checksum(applied(*op, patterned(61, 97), {5, 11, 33, 47})), 258520027U);
}

TEST(RandomResizedCrop, DrawsBoxesInsideThePicture) {
  const auto op = make_op("random_resized_crop", "size = 32");
  for (std::uint64_t s = 0; s < 5000; ++s) {
    const std::vector<float> box = draws_of(*op, stream_at(s), {61, 97});
    EXPECT_GE(box[0], 0);
    EXPECT_GE(box[1], 0);
    EXPECT_GE(box[2], 1);
    EXPECT_GE(box[3], 1);
    EXPECT_LE(box[0] + box[2], 61);
    EXPECT_LE(box[1] + box[3], 97);
  }
}

TEST(RandomResizedCrop, RefusesRangesUpsideDown) {
  expect_error(ErrorKind::kUsage, "recipe.toml:2:", [] {
    make_op("random_resized_crop", "size = 8\nscale = [0.5, 0.1]");
  });
  expect_error(ErrorKind::kUsage, "recipe.toml:2:", [] {
    make_op("random_resized_crop", "size = 8\nratio = [2.0, 1.0]");
  });
}

TEST(RandomResizedCrop, RefusesABoxOutsideThePicture) {
  const auto op = make_op("random_resized_crop", "size = 8");
  expect_error(ErrorKind::kInput, "'left'", [&] { applied(*op, patterned(9, 9), {0, 5, 5, 5}); });
  expect_error(ErrorKind::kInput, "'height'", [&] { applied(*op, patterned(9, 9), {0, 0, 0, 5}); });
}

}  // namespace
}  // namespace epochmill::ops
