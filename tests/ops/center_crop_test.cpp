#include <gtest/gtest.h>

#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

std::uint32_t cropped(const std::string& size) {
  return checksum(applied(*make_op("center_crop", "size = " + size), patterned(61, 97), {}));
}

// Checksums: torchvision.transforms.CenterCrop on a Pillow picture of 61x97.
TEST(CenterCrop, SplitsAnOddRestAsTorchvision) {
  EXPECT_EQ(cropped("30"), 470798777U);
  EXPECT_EQ(cropped("[31, 40]"), 878690273U);
  EXPECT_EQ(cropped("[58, 94]"), 4185151210U);
  EXPECT_EQ(cropped("[61, 97]"), 2949656765U);
}

TEST(CenterCrop, PadsWithZeroAsTorchvision) {
  EXPECT_EQ(cropped("[80, 40]"), 144775392U);
  EXPECT_EQ(cropped("[40, 120]"), 2130872641U);
  EXPECT_EQ(cropped("[100, 111]"), 3021092785U);
  EXPECT_EQ(cropped("[62, 98]"), 3153764423U);
}

TEST(CenterCrop, RoundsTheOffsetHalfToEven) {
  const auto op = make_op("center_crop", "size = 10");
  for (const auto& [side, offset] : {std::pair{11, 0}, {13, 2}, {15, 2}, {17, 4}, {12, 1}}) {
    Sample sample{.image = patterned(side, side), .keypoints = {{5, 5, true, true}}, .kept = {}};
    op->apply({}, stream_at(0), sample);
    EXPECT_EQ(sample.keypoints[0].x, static_cast<float>(5 - offset)) << side;
  }
}

}  // namespace
}  // namespace epochmill::ops
