#include "image/pixel_type.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace epochmill::image {
namespace {

ImageU8 all_levels() {
  ImageU8 picture(16, 16, 1);
  for (std::size_t i = 0; i < 256; ++i) picture.values()[i] = static_cast<std::uint8_t>(i);
  return picture;
}

TEST(PixelTypes, DivideBy255AndRoundOnce) {
  const ImageF32 scaled = to_f32(all_levels(), PixelScale::kFullRange);
  const ImageF32 kept = to_f32(all_levels(), PixelScale::kKept);
  for (std::size_t i = 0; i < 256; ++i) {
    EXPECT_EQ(scaled.values()[i], static_cast<float>(static_cast<double>(i) / 255.0));
    EXPECT_EQ(kept.values()[i], static_cast<float>(i));
  }
}

TEST(PixelTypes, GiveEveryLevelBack) {
  for (const PixelScale scale : {PixelScale::kFullRange, PixelScale::kKept}) {
    EXPECT_EQ(to_u8(to_f32(all_levels(), scale), scale), all_levels());
  }
}

TEST(PixelTypes, DropWhatIsBehindThePointAndStayInRange) {
  ImageF32 picture(1, 9, 1);
  picture.values() = {-1, 0.00390625F, 0.0039F, 0.5F, 1, 1.0001F, NAN, INFINITY, -INFINITY};
  const ImageU8 scaled = to_u8(picture, PixelScale::kFullRange);
  EXPECT_EQ(scaled.values(), (ImageU8::Values{0, 0, 0, 127, 255, 255, 0, 255, 0}));
  picture.values() = {-0.5F, 0.99F, 1, 254.99F, 255, 256, NAN, 1e30F, -1e30F};
  const ImageU8 kept = to_u8(picture, PixelScale::kKept);
  EXPECT_EQ(kept.values(), (ImageU8::Values{0, 0, 1, 254, 255, 255, 0, 255, 0}));
}

}  // namespace
}  // namespace epochmill::image
