#include "image/image.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "image/geometry.hpp"

namespace epochmill::image {
namespace {

TEST(Raster, IsZeroAndInterleavedByRow) {
  ImageU8 raster(2, 3, 3);
  EXPECT_EQ(raster.values(), ImageU8::Values(18, 0));
  raster.pixel(1, 2)[1] = 7;
  EXPECT_EQ(raster.values()[16], 7);
  EXPECT_EQ(raster.row(1) + 6, raster.pixel(1, 2));
}

TEST(Raster, RefusesSidesThatAreNegativeOrOverflow) {
  EXPECT_THROW(ImageU8(-1, 3, 3), Error);
  const int most = std::numeric_limits<int>::max();
  EXPECT_THROW(ImageU8(most, most, most), Error);
}

TEST(Shape, TellsTypeAndBytesOfAPicture) {
  const Shape bytes = shape_of(ImageU8(2, 3, 1));
  EXPECT_EQ(bytes, (Shape{2, 3, 1, PixelType::kU8}));
  EXPECT_EQ(bytes.size_bytes(), 6U);
  const Image floats = ImageF32(2, 3, 3);
  EXPECT_EQ(shape_of(floats), (Shape{2, 3, 3, PixelType::kF32}));
  EXPECT_EQ(shape_of(floats).size_bytes(), 72U);
  EXPECT_EQ(pixel_bytes(floats).size(), 72U);
  EXPECT_FALSE(Shape{}.is_known());
}

TEST(Box, IsInsideOnlyWithPixelsAndNoneOutside) {
  const Size size{4, 6};
  EXPECT_TRUE(is_inside({0, 0, 4, 6}, size));
  EXPECT_TRUE(is_inside({3, 5, 1, 1}, size));
  EXPECT_FALSE(is_inside({0, 0, 0, 1}, size));
  EXPECT_FALSE(is_inside({-1, 0, 2, 2}, size));
  EXPECT_FALSE(is_inside({3, 0, 2, 2}, size));
  EXPECT_FALSE(is_inside({0, 5, 2, 2}, size));
  const int most = std::numeric_limits<int>::max();
  EXPECT_FALSE(is_inside({most, most, most, most}, size));
}

}  // namespace
}  // namespace epochmill::image
