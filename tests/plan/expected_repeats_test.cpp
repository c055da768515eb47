#include "plan/expected_repeats.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "plan/recipes.hpp"
#include "plan/unique_draws.hpp"

namespace epochmill::plan {
namespace {

TEST(ExpectedRepeats, AreThePairsOverTheOutcomes) {
  EXPECT_DOUBLE_EQ(expected_repeats(90, 2178), 4005.0 / 2178);  // a crop of 224 of 256, and a flip
  EXPECT_EQ(expected_repeats(3, 1), 3.0);
  EXPECT_EQ(expected_repeats(1, 1), 0.0);
  EXPECT_EQ(expected_repeats(0, 1), 0.0);
  EXPECT_EQ(expected_repeats(90, std::numeric_limits<double>::infinity()), 0.0);
}

TEST(ExpectedRepeats, AreWhatChanceGives) {
  const ops::Chain chain(recipe_with("[[augment]]\nop = \"random_crop\"\nsize = [8, 8]\n"), {});
  const image::Shape shape{12, 12, 3, image::PixelType::kU8};
  constexpr std::uint32_t kEpochs = 20;
  constexpr std::uint64_t kSamples = 400;
  std::vector<std::uint32_t> epochs(kEpochs);
  for (std::uint32_t epoch = 0; epoch < kEpochs; ++epoch) epochs[epoch] = epoch;
  double pairs = 0;
  for (std::uint64_t sample = 0; sample < kSamples; ++sample) {
    const auto chosen = choose_draws(chain, recipe::Uniqueness::kOff, sample, shape, {}, epochs);
    for (std::uint32_t b = 0; b < kEpochs; ++b) {
      for (std::uint32_t a = 0; a < b; ++a) pairs += chosen[a].values == chosen[b].values ? 1 : 0;
    }
  }
  // 25 outcomes: 7.6 pairs a sample. The pairs are nearly independent, so the variance is the mean.
  const double expected = kSamples * expected_repeats(kEpochs, chain.outcomes(shape));
  EXPECT_NEAR(pairs, expected, 4 * std::sqrt(expected));
}

}  // namespace
}  // namespace epochmill::plan
