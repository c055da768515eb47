#include "image/sharpness.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "image/geometry.hpp"
#include "image/made_picture.hpp"
#include "instruction_sets.hpp"

namespace epochmill::image {
namespace {

// Pillow's filter and blend, pixel by pixel.
ImageU8 sharpened_plainly(const ImageU8& in, float factor) {
  ImageU8 out = in;
  for (int y = 1; y + 1 < in.height(); ++y) {
    for (int x = 1; x + 1 < in.width(); ++x) {
      for (int c = 0; c < 3; ++c) {
        int sum = 4 * in.pixel(y, x)[c];
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) sum += in.pixel(y + dy, x + dx)[c];
        }
        const int smooth = static_cast<int>(sum / 13.0 + 0.5);
        const float change = factor * static_cast<float>(in.pixel(y, x)[c] - smooth);
        const float mixed = static_cast<float>(smooth) + change;
        out.pixel(y, x)[c] = static_cast<std::uint8_t>(std::clamp(mixed, 0.0F, 255.0F));
      }
    }
  }
  return out;
}

class Sharpness : public OnInstructionSet {};

TEST_P(Sharpness, IsThatOfThePlainLoops) {
  for (const Size size :
       {Size{61, 97}, Size{3, 3}, Size{4, 3}, Size{3, 4}, Size{5, 23}, Size{40, 8}}) {
    for (const float factor : {0.0F, 0.5F, 0.999F, 1.0F, 1.3F, 2.0F, 9.0F, 1e6F}) {
      const ImageU8 picture = made_picture(size.height, size.width, 3, 5);
      ImageU8 sharp = picture;
      adjust_sharpness(sharp, factor);
      EXPECT_EQ(sharp, sharpened_plainly(picture, factor)) << factor;
    }
  }
}

TEST_P(Sharpness, OfEverySumIsRounded) {
  for (int sum = 0; sum <= 13 * 255; ++sum) {
    ImageU8 picture(3, 3, 3);
    int left = sum;
    const auto middle = std::min(left / 5, 255);
    left -= 5 * middle;
    for (int i = 0; i < 9; ++i) {
      std::uint8_t* const pixel = picture.pixel(i / 3, i % 3);
      const int value = i == 4 ? middle : std::min(left, 255);
      if (i != 4) left -= value;
      std::fill_n(pixel, 3, static_cast<std::uint8_t>(value));
    }
    ASSERT_EQ(left, 0);
    adjust_sharpness(picture, 0);
    ASSERT_EQ(int{picture.pixel(1, 1)[0]}, static_cast<int>(sum / 13.0 + 0.5)) << sum;
  }
}

TEST_P(Sharpness, LeavesAPictureWithoutInnerPixelsAlone) {
  for (const Size size : {Size{1, 1}, Size{2, 9}, Size{9, 2}}) {
    const ImageU8 picture = made_picture(size.height, size.width, 3, 2);
    ImageU8 sharp = picture;
    adjust_sharpness(sharp, 3);
    EXPECT_EQ(sharp, picture);
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, Sharpness, instruction_sets(), instruction_set_name);

}  // namespace
}  // namespace epochmill::image
