#include "image/levels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/error.hpp"
#include "image/made_picture.hpp"
#include "instruction_sets.hpp"

namespace epochmill::image {
namespace {

ImageU8 noisy(int height, int width, int lowest, int highest, unsigned seed) {
  std::mt19937 random(seed);
  ImageU8 picture(height, width, 3);
  for (std::uint8_t& value : picture.values()) {
    value = static_cast<std::uint8_t>(lowest +
                                      static_cast<int>(random() % unsigned(highest - lowest + 1)));
  }
  return picture;
}

// Of every size, so that the ends of all loops are met.
std::vector<ImageU8> pictures() {
  std::vector<ImageU8> all;
  for (int width = 1; width < 90; ++width) {
    const auto seed = static_cast<unsigned>(width);
    all.push_back(noisy(1 + width % 5, width, width % 40, 255 - width, seed));
  }
  all.push_back(noisy(61, 97, 0, 255, 1));
  all.push_back(noisy(61, 97, 7, 7, 1));
  all.push_back(noisy(120, 97, 3, 90, 1));
  return all;
}

template <typename Change>
ImageU8 changed(ImageU8 picture, const Change& change) {
  change(picture);
  return picture;
}

template <typename OfValue>
ImageU8 one_by_one(ImageU8 picture, const OfValue& of_value) {
  for (std::uint8_t& value : picture.values()) {
    value = static_cast<std::uint8_t>(of_value(int{value}));
  }
  return picture;
}

TEST(Levels, AreChangedOneByOne) {
  for (const ImageU8& picture : pictures()) {
    EXPECT_EQ(changed(picture, [](ImageU8& p) { invert(p); }),
              one_by_one(picture, [](int v) { return 255 - v; }));
    for (int bits = 0; bits <= 8; ++bits) {
      const int step = 1 << (8 - bits);
      EXPECT_EQ(changed(picture, [bits](ImageU8& p) { posterize(p, bits); }),
                one_by_one(picture, [step](int v) { return v / step * step; }));
    }
    for (const double least : {0.0, 0.5, 99.5, 100.0, 254.01, 255.0, 255.5, 256.0, -3.0}) {
      EXPECT_EQ(changed(picture, [least](ImageU8& p) { solarize(p, least); }),
                one_by_one(picture, [least](int v) { return v < least ? v : 255 - v; }))
          << least;
    }
  }
}

TEST(Levels, OfF32HaveAWhiteOfOne) {
  auto picture = raster_of<float>(1, 4, 1, {0.0F, 0.25F, 0.5F, 2.0F});
  invert(picture);
  EXPECT_EQ(picture, raster_of<float>(1, 4, 1, {1.0F, 0.75F, 0.5F, -1.0F}));
  solarize(picture, 0.75F);
  EXPECT_EQ(picture, raster_of<float>(1, 4, 1, {0.0F, 0.25F, 0.5F, -1.0F}));
}

TEST(Levels, PosterizeRefusesMoreBitsThanThereAre) {
  ImageU8 picture(1, 1, 3);
  EXPECT_THROW(posterize(picture, 9), Error);
  EXPECT_THROW(posterize(picture, -1), Error);
}

// Pillow's loops, a channel after the other.
ImageU8 stretched_plainly(ImageU8 picture) {
  auto& values = picture.values();
  for (std::size_t c = 0; c < 3; ++c) {
    int low = 255;
    int high = 0;
    for (std::size_t i = c; i < values.size(); i += 3) {
      low = std::min<int>(low, values[i]);
      high = std::max<int>(high, values[i]);
    }
    if (high <= low) continue;
    const double scale = 255.0 / (high - low);
    const double offset = -low * scale;
    for (std::size_t i = c; i < values.size(); i += 3) {
      const int whole = static_cast<int>(values[i] * scale + offset);
      values[i] = static_cast<std::uint8_t>(std::clamp(whole, 0, 255));
    }
  }
  return picture;
}

ImageU8 equalized_plainly(ImageU8 picture) {
  const ImageU8 before = picture;
  for (std::size_t c = 0; c < 3; ++c) {
    std::vector<long> counts(256);
    for (std::size_t i = c; i < before.values().size(); i += 3) ++counts[before.values()[i]];
    const auto last = std::find_if(counts.rbegin(), counts.rend(), [](long n) { return n != 0; });
    const long step = (static_cast<long>(before.values().size() / 3) - *last) / 255;
    if (step == 0) continue;
    for (std::size_t i = c; i < before.values().size(); i += 3) {
      long sum = step / 2;
      for (std::size_t v = 0; v < before.values()[i]; ++v) sum += counts[v];
      picture.values()[i] = static_cast<std::uint8_t>(std::min(sum / step, 255L));
    }
  }
  return picture;
}

class LevelVectors : public OnInstructionSet {};

TEST_P(LevelVectors, StretchAndEqualizeAsPlainly) {
  for (const ImageU8& picture : pictures()) {
    EXPECT_EQ(changed(picture, autocontrast), stretched_plainly(picture));
    EXPECT_EQ(changed(picture, equalize), equalized_plainly(picture));
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, LevelVectors, instruction_sets(), instruction_set_name);

TEST(Levels, OfAnEmptyPictureAreNone) {
  ImageU8 picture(0, 0, 3);
  autocontrast(picture);
  equalize(picture);
  EXPECT_EQ(picture, ImageU8(0, 0, 3));
}

TEST(Levels, AreStretchedAndEqualizedInThreeChannelsAlone) {
  ImageU8 grey(2, 2, 1);
  EXPECT_THROW(autocontrast(grey), Error);
  EXPECT_THROW(equalize(grey), Error);
}

}  // namespace
}  // namespace epochmill::image
