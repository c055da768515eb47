#include "image/erase.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "base/strict_math.hpp"
#include "image/made_picture.hpp"

namespace epochmill::image {
namespace {

constexpr std::array<double, 3> kFill = {1, 2, 3};

TEST(Erase, GivesTheColourToTheBoxAndToNothingElse) {
  const ImageU8 before = made_picture(9, 11, 3, 1);
  ImageU8 after = before;
  erase(after, {2, 3, 4, 5}, kFill);
  for (int y = 0; y < 9; ++y) {
    for (int x = 0; x < 11; ++x) {
      const bool is_in = y >= 2 && y < 6 && x >= 3 && x < 8;
      for (int c = 0; c < 3; ++c) {
        EXPECT_EQ(after.pixel(y, x)[c], is_in ? c + 1 : before.pixel(y, x)[c]);
      }
    }
  }
}

TEST(Erase, TakesAnyNumberOfChannelsOfF32) {
  Image picture = as_f32(made_picture(4, 4, 5, 2), 1);
  erase(picture, {0, 0, 4, 4}, {-1.5, 0, 0});
  for (const float value : std::get<ImageF32>(picture).values()) EXPECT_EQ(value, -1.5F);
}

TEST(Erase, OfNoPixelsChangesNothing) {
  const ImageU8 before = made_picture(4, 4, 3, 3);
  ImageU8 after = before;
  erase(after, {0, 0, 0, 4}, kFill);
  EXPECT_EQ(after, before);
  EXPECT_THROW(erase(after, {1, 1, 4, 2}, kFill), Error);
}

// Every pixel for itself.
ImageU8 plain_grid(ImageU8 picture, const HoleGrid& grid) {
  const auto turn = strict::sin_cos(grid.degrees * (3.14159265358979323846 / 180.0));
  const double unit = grid.unit;
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      const double right = x + 0.5 - picture.width() / 2.0;
      const double down = y + 0.5 - picture.height() / 2.0;
      const double u = turn.cos * right - turn.sin * down + picture.width() / 2.0 + grid.left;
      const double v = turn.sin * right + turn.cos * down + picture.height() / 2.0 + grid.top;
      const bool is_hole = u - std::floor(u / unit) * unit < grid.hole &&
                           v - std::floor(v / unit) * unit < grid.hole;
      for (int c = 0; c < 3 && is_hole; ++c) {
        picture.pixel(y, x)[c] = static_cast<std::uint8_t>(kFill[static_cast<std::size_t>(c)]);
      }
    }
  }
  return picture;
}

TEST(EraseGrid, IsThatOfEveryPixelForItself) {
  const ImageU8 before = made_picture(61, 97, 3, 4);
  for (const HoleGrid& grid :
       {HoleGrid{10, 4, 0, 0, 0}, HoleGrid{7, 7, 3, 2, 0}, HoleGrid{13, 5, 12, 1, 0},
        HoleGrid{200, 90, 150, 130, 0}, HoleGrid{1, 1, 0, 0, 0}}) {
    ImageU8 after = before;
    erase_grid(after, grid, kFill);
    EXPECT_EQ(after, plain_grid(before, grid)) << grid.unit;
  }
}

TEST(EraseGrid, TurnsAroundTheMiddle) {
  const ImageU8 before = made_picture(61, 97, 3, 4);
  for (const double degrees : {1.0, 30.0, 45.0, 90.0, 137.0, 359.0}) {
    const HoleGrid grid = {11, 5, 3, 8, degrees};
    ImageU8 after = before;
    erase_grid(after, grid, kFill);
    const ImageU8 plain = plain_grid(before, grid);
    int differing = 0;
    for (std::size_t i = 0; i < plain.values().size(); ++i) {
      differing += plain.values()[i] != after.values()[i] ? 1 : 0;
    }
    EXPECT_LE(differing, 6) << degrees;  // pixels on the very edge of a hole
    EXPECT_NE(after, before);
  }
}

}  // namespace
}  // namespace epochmill::image
