#include "image/impulse_noise.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "base/error.hpp"

namespace epochmill::image {
namespace {

TEST(ImpulseNoise, GoesByTheWordOfEachPixel) {
  std::mt19937 random(3);
  const ImpulseRange range = {1U << 28, 1U << 30};
  for (const std::size_t pixels : {1U, 5U, 16U, 33U, 1000U}) {
    for (const int channels : {1, 3}) {
      std::vector<std::uint32_t> words(pixels);
      for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
      std::vector<std::uint8_t> values(pixels * static_cast<std::size_t>(channels), 77);
      add_impulses(values, channels, words, range);
      for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint32_t word = words[i / static_cast<std::size_t>(channels)];
        EXPECT_EQ(values[i], word < range.pepper_end ? 0 : word < range.salt_end ? 255 : 77);
      }
    }
  }
}

TEST(ImpulseNoise, OfF32GoesFromZeroToOne) {
  std::vector<float> values = {7, 7, 7};
  add_impulses(values, 3, std::vector<std::uint32_t>{0, 5, 9}, {1, 6});
  EXPECT_EQ(values, (std::vector<float>{0, 1, 7}));
}

TEST(ImpulseNoise, HitsEverythingAtTheEndOfTheScale) {
  std::vector<std::uint8_t> values = {7, 7};
  add_impulses(values, 1, std::vector<std::uint32_t>{0, 0xFFFFFFFFU}, {0, std::uint64_t{1} << 32});
  EXPECT_EQ(values, (std::vector<std::uint8_t>{255, 255}));
  EXPECT_THROW(add_impulses(values, 3, std::vector<std::uint32_t>{1}, {0, 1}), Error);
}

}  // namespace
}  // namespace epochmill::image
