#include "image/color.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>

#include "made_picture.hpp"

namespace epochmill::image {
namespace {

constexpr float kMean[3] = {0.485F, 0.456F, 0.406F};
constexpr float kStd[3] = {0.229F, 0.224F, 0.225F};

ImageU8 picture() { return made_picture(61, 67, 3, 2); }

std::uint64_t digest_after(void (*adjust)(ImageU8&, float), float factor) {
  ImageU8 image = picture();
  adjust(image, factor);
  return digest_of(image);
}

struct BlendGolden {
  float factor;
  std::uint64_t brightness;
  std::uint64_t contrast;
  std::uint64_t saturation;
};

// picture() after torchvision 0.14's adjust_brightness, adjust_contrast and adjust_saturation with
// Pillow 9.4.
constexpr BlendGolden kBlendGoldens[] = {
    {0.0F, 0x37b1c468c76f0eaaULL, 0x5d3a46a7cfba6201ULL, 0x8d53c3d50659397aULL},
    {0.5F, 0xcbb41826e34b9341ULL, 0x4d600941d4f19981ULL, 0x076f379f0ff17199ULL},
    {1.0F, 0x52734d96c3405fd4ULL, 0x52734d96c3405fd4ULL, 0x52734d96c3405fd4ULL},
    {2.0F, 0x49c4b6b5a916d3a2ULL, 0x0a580c4d1f0f1d74ULL, 0xa338a2ef3d259862ULL},
    {0.6173F, 0xa9cf86e09318db2aULL, 0xd609e65a53627f17ULL, 0xaeffc1058c492863ULL},
    {1.3941F, 0x91bbcc87f3164424ULL, 0x4b82b759e6c1ab7aULL, 0x2053d8d11c3d441dULL},
    {7.5F, 0xa9f3d292442f76f2ULL, 0xe43f811369888d11ULL, 0xaa5757916acadf00ULL},
};

TEST(Blend, IsEqualToTorchvision) {
  for (const BlendGolden& golden : kBlendGoldens) {
    SCOPED_TRACE(golden.factor);
    EXPECT_EQ(digest_after(adjust_brightness, golden.factor), golden.brightness);
    EXPECT_EQ(digest_after(adjust_contrast, golden.factor), golden.contrast);
    EXPECT_EQ(digest_after(adjust_saturation, golden.factor), golden.saturation);
  }
}

TEST(Blend, ChangesNothingAtAFactorOfOne) {
  for (const auto adjust : {adjust_brightness, adjust_contrast, adjust_saturation}) {
    EXPECT_EQ(digest_after(adjust, 1.0F), digest_of(picture()));
  }
}

TEST(Brightness, TruncatesAndClamps) {
  ImageU8 image = raster_of<std::uint8_t>(1, 1, 3, {3, 101, 200});
  adjust_brightness(image, 1.5F);
  EXPECT_THAT(image.values(), testing::ElementsAre(4, 151, 255));
  adjust_brightness(image, 0.0F);
  EXPECT_THAT(image.values(), testing::Each(0));
}

TEST(Contrast, RoundsTheMeanHalfUp) {
  // Lumas 10 and 11: their mean of 10.5 counts as 11.
  ImageU8 image = raster_of<std::uint8_t>(1, 2, 3, {10, 10, 10, 11, 11, 11});
  adjust_contrast(image, 0.0F);
  EXPECT_THAT(image.values(), testing::Each(11));
}

TEST(Saturation, OfZeroIsGrayscale) {
  ImageU8 grey = picture();
  to_grayscale(grey);
  EXPECT_EQ(digest_after(adjust_saturation, 0.0F), digest_of(grey));
}

TEST(Luma, IsPillowsForAllColors) {
  std::vector<std::uint8_t> all;
  all.reserve(1U << 24);
  for (unsigned i = 0; i < 1U << 24; ++i) {
    all.push_back(luma(static_cast<std::uint8_t>(i >> 16), static_cast<std::uint8_t>(i >> 8),
                       static_cast<std::uint8_t>(i)));
  }
  EXPECT_EQ(digest64(as_bytes(all)), 0x9f738292bf2b4b1bULL);  // Pillow 9.4, convert("L")
}

TEST(Grayscale, IsEqualToTorchvision) {
  ImageU8 image = picture();
  to_grayscale(image);
  EXPECT_EQ(digest_of(image), 0x8d53c3d50659397aULL);
}

struct HueGolden {
  double factor;
  std::uint64_t digest;
};

// picture() after torchvision 0.14's adjust_hue with Pillow 9.4.
constexpr HueGolden kHueGoldens[] = {
    {-0.5, 0x6c7ba83116af44bbULL}, {-0.1, 0x2c3c66b25196cc7eULL},  {-0.003, 0x7302873906560777ULL},
    {0.0, 0x7302873906560777ULL},  {0.037, 0x6d5532f114524a9fULL}, {0.1, 0x80f844a200b652fcULL},
    {0.25, 0x86618574310a5108ULL}, {0.5, 0xcc2c5b0b4b6e2e63ULL},
};

TEST(Hue, IsEqualToTorchvision) {
  for (const HueGolden& golden : kHueGoldens) {
    ImageU8 image = picture();
    adjust_hue(image, hue_shift(golden.factor));
    EXPECT_EQ(digest_of(image), golden.digest) << golden.factor;
  }
}

TEST(Hue, ShiftTruncatesTowardsZero) {
  EXPECT_EQ(hue_shift(0.5), 127);
  EXPECT_EQ(hue_shift(-0.5), -127);
  EXPECT_EQ(hue_shift(0.0039), 0);
  EXPECT_EQ(hue_shift(-0.0039), 0);
}

TEST(Hue, ShiftsModulo256) {
  for (const int shift : {-20, 0, 20}) {
    ImageU8 once = picture();
    ImageU8 around = picture();
    adjust_hue(once, shift);
    adjust_hue(around, shift + 512);
    EXPECT_EQ(once, around);
  }
}

TEST(Hue, LeavesGreysAlone) {
  ImageU8 greys(1, 256, 3);
  for (int i = 0; i < 256; ++i) std::fill_n(greys.pixel(0, i), 3, static_cast<std::uint8_t>(i));
  ImageU8 shifted = greys;
  adjust_hue(shifted, 77);
  EXPECT_EQ(shifted, greys);
}

TEST(Hue, OfAPixelDoesNotDependOnItsPlace) {
  ImageU8 row = made_picture(1, 700, 3, 9);
  const ImageU8 before = row;
  adjust_hue(row, 33);
  for (const int x : {0, 255, 256, 511, 512, 699}) {
    ImageU8 alone(1, 1, 3);
    std::copy_n(before.pixel(0, x), 3, alone.pixel(0, 0));
    adjust_hue(alone, 33);
    EXPECT_TRUE(std::equal(alone.row(0), alone.row(0) + 3, row.pixel(0, x))) << x;
  }
}

TEST(Normalize, IsEqualToTorch) {
  EXPECT_EQ(digest_of(normalize(picture(), kMean, kStd)), 0xeeb81a7c2ac0f8b8ULL);
}

TEST(Normalize, OfFloatsIsEqualToTorch) {
  ImageF32 floats(61, 67, 3);
  const ImageU8 bytes = picture();
  for (std::size_t i = 0; i < bytes.values().size(); ++i) {
    floats.values()[i] = static_cast<float>(bytes.values()[i]) / 200.0F;
  }
  EXPECT_EQ(digest_of(normalize(floats, kMean, kStd)), 0x76ed2aa7c1e5913cULL);
}

TEST(Normalize, RoundsEachStepOnce) {
  const ImageU8 one = raster_of<std::uint8_t>(1, 1, 3, {1, 128, 255});
  const ImageF32 out = normalize(one, kMean, kStd);
  for (std::size_t c = 0; c < 3; ++c) {
    const float scaled = static_cast<float>(one.values()[c]) / 255.0F;
    const float centered = scaled - kMean[c];
    EXPECT_EQ(std::bit_cast<std::uint32_t>(out.values()[c]),
              std::bit_cast<std::uint32_t>(centered / kStd[c]));
  }
}

TEST(Color, RefusesPicturesThatAreNotRgb) {
  ImageU8 grey(2, 2, 1);
  EXPECT_THROW(adjust_brightness(grey, 1.0F), Error);
  EXPECT_THROW(adjust_saturation(grey, 1.0F), Error);
  EXPECT_THROW(adjust_hue(grey, 1), Error);
  EXPECT_THROW(to_grayscale(grey), Error);
  EXPECT_THROW(normalize(grey, kMean, kStd), Error);
  EXPECT_THAT(
      [&] { adjust_contrast(grey, 1.0F); },
      testing::ThrowsMessage<Error>("adjust_contrast needs 3 channels, this picture has 1"));
}

TEST(Color, KeepsAnEmptyPictureEmpty) {
  ImageU8 empty(0, 5, 3);
  adjust_contrast(empty, 0.5F);
  adjust_saturation(empty, 0.5F);
  adjust_hue(empty, 5);
  EXPECT_TRUE(empty.values().empty());
}

}  // namespace
}  // namespace epochmill::image
