// Weighted sums on every instruction set of this CPU against plain ones, and parts of pictures.
#include "image/mix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/error.hpp"
#include "error_of.hpp"
#include "image/mix_vectors.hpp"
#include "instruction_sets.hpp"

namespace epochmill::image {
namespace {

class MixVectors : public OnInstructionSet {};

// Every pair of levels, and a length that is no multiple of any vector's.
TEST_P(MixVectors, GiveEveryPairOfLevelsTheRoundedSum) {
  std::vector<std::uint8_t> first(65536 + 7);
  std::vector<std::uint8_t> second(first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    first[i] = static_cast<std::uint8_t>(i);
    second[i] = static_cast<std::uint8_t>(i >> 8);
  }
  std::mt19937 random(5);
  std::vector<float> weights = {0, 1, 0.5F, 0.25F, 0.5F - 0x1p-25F, 0x1p-24F, 1 - 0x1p-24F, 1e-30F};
  for (int i = 0; i < 20; ++i) weights.push_back(static_cast<float>(random() % 65537) / 65536);
  for (const float weight : weights) {
    std::vector<std::uint8_t> own = first;
    mix_levels(own, second, weight);
    for (std::size_t i = 0; i < own.size(); ++i) {
      const float rest = 1.0F - weight;
      const float theirs = static_cast<float>(second[i]) * rest;
      const float ours = static_cast<float>(first[i]) * weight;
      const float sum = theirs + ours;
      ASSERT_EQ(own[i], std::floor(double{sum} + 0.5)) << weight << " of " << int{first[i]};
    }
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, MixVectors, instruction_sets(), instruction_set_name);

ImageU8 counted(int height, int width, int channels) {
  ImageU8 picture(height, width, channels);
  for (std::size_t i = 0; i < picture.values().size(); ++i) {
    picture.values()[i] = static_cast<std::uint8_t>(i * 7);
  }
  return picture;
}

TEST(Mix, RoundsEachStepOfReals) {
  std::mt19937 random(3);
  ImageF32 own(3, 5, 4);
  ImageF32 partner(3, 5, 4);
  for (float& value : own.values()) value = static_cast<float>(random()) / 1e9F - 2;
  for (float& value : partner.values()) value = static_cast<float>(random()) / 1e9F - 2;
  Image mixed = own;
  mix(mixed, partner, 0.3F);
  for (std::size_t i = 0; i < own.values().size(); ++i) {
    const float theirs = partner.values()[i] * (1.0F - 0.3F);
    const float ours = own.values()[i] * 0.3F;
    EXPECT_EQ(std::get<ImageF32>(mixed).values()[i], theirs + ours);
  }
}

TEST(Mix, RefusesPicturesOfTwoShapesAndNoWeights) {
  Image own = counted(3, 5, 3);
  for (const Image& partner : {Image(counted(5, 3, 3)), Image(ImageF32(3, 5, 3))}) {
    EXPECT_EQ(error_of([&] { mix(own, partner, 0.5F); }).kind(), ErrorKind::kInternal);
  }
  const Image same = own;
  for (const float weight : {-0.1F, 1.1F, std::nanf("")}) {
    EXPECT_EQ(error_of([&] { mix(own, same, weight); }).kind(), ErrorKind::kInternal);
  }
}

TEST(CopyPart, CopiesThatPartAlone) {
  for (const int channels : {1, 3, 5}) {
    const ImageU8 from = counted(6, 7, channels);
    Image to = ImageU8(5, 9, channels);
    copy_part(from, {1, 2, 3, 4}, to, 2, 5);
    const auto& made = std::get<ImageU8>(to);
    for (int y = 0; y < 5; ++y) {
      for (int x = 0; x < 9; ++x) {
        for (int c = 0; c < channels; ++c) {
          const bool is_inside = y >= 2 && x >= 5;
          EXPECT_EQ(made.pixel(y, x)[c], is_inside ? from.pixel(y - 1, x - 3)[c] : 0);
        }
      }
    }
  }
}

TEST(CopyPart, RefusesWhatDoesNotFit) {
  const Image from = counted(6, 7, 3);
  Image to = counted(5, 9, 3);
  const auto refuses = [&](const Box& box, int top, int left) {
    return error_of([&] { copy_part(from, box, to, top, left); }).kind() == ErrorKind::kInternal;
  };
  EXPECT_TRUE(refuses({4, 0, 3, 3}, 0, 0));
  EXPECT_TRUE(refuses({0, 0, 3, 3}, 3, 0));
  EXPECT_TRUE(refuses({0, 0, 3, 3}, 0, -1));
  Image grey = counted(5, 9, 1);
  EXPECT_EQ(error_of([&] {
              copy_part(from, {0, 0, 1, 1}, grey, 0, 0);
            }).kind(),
            ErrorKind::kInternal);
}

TEST(Solid, HasOneColour) {
  const Image red = solid({2, 3, 3, PixelType::kU8}, {200, 1, 2});
  EXPECT_THAT(
      std::get<ImageU8>(red).values(),
      testing::ElementsAre(200, 1, 2, 200, 1, 2, 200, 1, 2, 200, 1, 2, 200, 1, 2, 200, 1, 2));
  const Image reals = solid({1, 2, 4, PixelType::kF32}, {-0.5, -0.5, -0.5});
  EXPECT_THAT(std::get<ImageF32>(reals).values(), testing::Each(-0.5F));
}

}  // namespace
}  // namespace epochmill::image
