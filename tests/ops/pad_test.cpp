#include <gtest/gtest.h>

#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

std::uint32_t padded(const std::string& params) {
  return checksum(applied(*make_op("pad", params), patterned(61, 97), {}));
}

// Checksums: torchvision.transforms.Pad on a Pillow picture of 61x97.
TEST(Pad, TakesItsNumbersInTorchvisionsOrder) {
  EXPECT_EQ(padded("padding = [3, 5]\nfill = [9, 8, 7]"), 3770495021U);
  EXPECT_EQ(padded("padding = [1, 2, 3, 4]\nfill = 17"), 1384386139U);
}

TEST(Pad, FillsAsTorchvisionInEveryMode) {
  EXPECT_EQ(padded("padding = [1, 2, 3, 4]\npadding_mode = \"edge\""), 611334391U);
  EXPECT_EQ(padded("padding = [1, 2, 3, 4]\npadding_mode = \"reflect\""), 652238453U);
  EXPECT_EQ(padded("padding = [1, 2, 3, 4]\npadding_mode = \"symmetric\""), 675694898U);
}

TEST(Pad, LeavesUnknownSidesUnknown) {
  const image::Shape out = make_op("pad", "padding = 2")->output_shape({0, 9}, {});
  EXPECT_EQ(out.height, 0);
  EXPECT_EQ(out.width, 13);
}

TEST(Pad, RefusesListsOfAWrongLength) {
  expect_error(ErrorKind::kUsage, "recipe.toml:1:", [] { make_op("pad", "padding = [1, 2, 3]"); });
  expect_error(ErrorKind::kUsage,
               "recipe.toml:2:", [] { make_op("pad", "padding = 1\nfill = [1, 2]"); });
}

TEST(Pad, RefusesAFillThatIsNoPixel) {
  const auto op = make_op("pad", "padding = 1\nfill = 0.5");
  expect_error(ErrorKind::kUsage, "whole numbers from 0 to 255", [&] {
    op->output_shape({5, 5}, {});
  });
  EXPECT_NO_THROW(op->output_shape({5, 5, 3, image::PixelType::kF32}, {}));
}

TEST(Pad, RefusesAMirrorWiderThanThePicture) {
  const auto reflect = make_op("pad", "padding = 5\npadding_mode = \"reflect\"");
  const auto symmetric = make_op("pad", "padding = 5\npadding_mode = \"symmetric\"");
  expect_error(ErrorKind::kInput, "reflect", [&] { reflect->output_shape({5, 9}, {}); });
  expect_error(ErrorKind::kInput, "symmetric", [&] { symmetric->output_shape({9, 4}, {}); });
  EXPECT_NO_THROW(reflect->output_shape({6, 6}, {}));
  EXPECT_NO_THROW(symmetric->output_shape({5, 5}, {}));
}

}  // namespace
}  // namespace epochmill::ops
