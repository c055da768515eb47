#include <gtest/gtest.h>

#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

image::Size resized(const std::string& params, int height, int width) {
  const image::Shape out = make_op("resize", params)->output_shape({height, width}, {});
  return {out.height, out.width};
}

// Numbers: torchvision.transforms.functional._compute_resized_output_size.
TEST(Resize, FindsTheLongerSideAsTorchvision) {
  EXPECT_EQ(resized("size = 224", 500, 375), (image::Size{298, 224}));
  EXPECT_EQ(resized("size = 224", 375, 500), (image::Size{224, 298}));
  EXPECT_EQ(resized("size = 256", 333, 1000), (image::Size{256, 768}));
  EXPECT_EQ(resized("size = 256\nmax_size = 512", 333, 1000), (image::Size{170, 512}));
  EXPECT_EQ(resized("size = 7", 97, 61), (image::Size{11, 7}));
  EXPECT_EQ(resized("size = 7\nmax_size = 10", 61, 97), (image::Size{6, 10}));
  EXPECT_EQ(resized("size = 100", 3, 7), (image::Size{100, 233}));
  EXPECT_EQ(resized("size = 50", 64, 64), (image::Size{50, 50}));
  EXPECT_EQ(resized("size = [50, 40]", 64, 64), (image::Size{50, 40}));
}

// Checksums: torchvision.transforms.Resize on a Pillow picture.
TEST(Resize, GivesTorchvisionsPixels) {
  const image::Image picture = patterned(61, 97);
  EXPECT_EQ(checksum(applied(*make_op("resize", "size = 32"), picture, {})), 1472065502U);
  EXPECT_EQ(checksum(applied(*make_op("resize", "size = [50, 40]"), picture, {})), 2300645264U);
  EXPECT_EQ(
      checksum(applied(*make_op("resize", "size = 120\ninterpolation = \"nearest\""), picture, {})),
      3791664165U);
}

TEST(Resize, LeavesUnknownSidesUnknown) {
  EXPECT_EQ(resized("size = 7", 0, 0), (image::Size{0, 0}));
  EXPECT_EQ(resized("size = 7", 0, 50), (image::Size{0, 0}));
  EXPECT_EQ(resized("size = [7, 8]", 0, 0), (image::Size{7, 8}));
}

TEST(Resize, RefusesASideOfNoPixels) {
  expect_error(ErrorKind::kInput, "shorter side of 0 pixels",
               [] { resized("size = 10\nmax_size = 15", 1, 1000); });
}

TEST(Resize, RefusesAPictureThatWouldFillTheMemory) {
  expect_error(ErrorKind::kInput, "16777216x16384", [] { resized("size = 16384", 1024, 1); });
  expect_error(ErrorKind::kUsage,
               "recipe.toml:1:", [] { make_op("resize", "size = [100000, 100000]"); });
}

TEST(Resize, RefusesAMaxSizeThatMeansNothing) {
  expect_error(ErrorKind::kUsage,
               "recipe.toml:2:", [] { make_op("resize", "size = [5, 6]\nmax_size = 9"); });
  expect_error(ErrorKind::kUsage, "greater than size",
               [] { make_op("resize", "size = 9\nmax_size = 9"); });
}

}  // namespace
}  // namespace epochmill::ops
