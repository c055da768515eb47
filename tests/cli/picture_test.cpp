#include "cli/picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace epochmill::cli {
namespace {

image::ImageU8 grey(int height, int width) {
  image::ImageU8 picture(height, width, 3);
  std::fill(picture.values().begin(), picture.values().end(), std::uint8_t{100});
  return picture;
}

std::vector<std::uint8_t> at(const image::ImageU8& picture, int y, int x) {
  return {picture.pixel(y, x), picture.pixel(y, x) + 3};
}

TEST(TintMask, ColoursWhatIsNotZeroByItsIndex) {
  image::ImageU8 picture = grey(4, 5);
  image::ImageU8 mask(4, 5, 1);
  *mask.pixel(1, 1) = 1;
  *mask.pixel(2, 2) = 2;
  *mask.pixel(3, 3) = 1;
  tint_mask(picture, mask);
  EXPECT_EQ(at(picture, 0, 0), at(grey(1, 1), 0, 0));
  EXPECT_NE(at(picture, 1, 1), at(picture, 0, 0));
  EXPECT_NE(at(picture, 1, 1), at(picture, 2, 2));
  EXPECT_EQ(at(picture, 1, 1), at(picture, 3, 3));
}

TEST(TintMask, LeavesAPictureWithoutAMask) {
  image::ImageU8 picture = grey(4, 5);
  tint_mask(picture, {});
  tint_mask(picture, image::ImageU8(5, 4, 1));
  EXPECT_EQ(picture, grey(4, 5));
}

TEST(MarkBoxes, OutlinesThePixelsThatABoxTouches) {
  image::ImageU8 picture = grey(20, 30);
  mark_boxes(picture, std::vector<image::ObjectBox>{{2.5F, 3, 9.5F, 8, 1}});
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 30; ++x) {
      const bool is_in = x >= 2 && x < 10 && y >= 3 && y < 8;
      const bool is_edge = is_in && (x == 2 || x == 9 || y == 3 || y == 7);
      EXPECT_EQ(at(picture, y, x) != at(grey(1, 1), 0, 0), is_edge) << y << " " << x;
    }
  }
}

TEST(MarkBoxes, TakesAnyBoxAndAnyLabel) {
  image::ImageU8 picture = grey(20, 30);
  mark_boxes(picture, std::vector<image::ObjectBox>{{-5, -5, 300, 200, -1},
                                                    {5, 5, 5, 5, 1000000},
                                                    {50, 50, 60, 60, 2},
                                                    {29.5F, 19.5F, 30, 20, 5}});
  EXPECT_NE(at(picture, 0, 0), at(grey(1, 1), 0, 0));
  EXPECT_NE(at(picture, 19, 29), at(picture, 0, 0)) << "another label, another colour";
}

}  // namespace
}  // namespace epochmill::cli
