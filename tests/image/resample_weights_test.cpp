#include "image/resample_weights.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <numeric>

namespace epochmill::image {
namespace {

TEST(TriangleWeights, AreOneTapOfOneWhereNothingChanges) {
  const auto weights = filter_weights(kTriangleFilter, 5, 5);
  for (std::size_t i = 0; i < 5; ++i) {
    double own = 0.0;
    for (int t = 0; t < weights.taps; ++t) {
      if (weights.first[i] + t == static_cast<int>(i)) own = weights.weight(i)[t];
    }
    EXPECT_EQ(own, 1.0);
  }
}

TEST(TriangleWeights, OfHalvingAreOneToThreeToThreeToOne) {
  const auto weights = filter_weights(kTriangleFilter, 8, 4);
  ASSERT_EQ(weights.taps, 4);
  EXPECT_EQ(weights.first[1], 1);
  EXPECT_THAT(std::vector<double>(weights.weight(1), weights.weight(2)),
              testing::ElementsAre(0.125, 0.375, 0.375, 0.125));
}

TEST(TriangleWeights, StayInsideTheInputAndNeverGoBack) {
  for (const int in : {1, 2, 3, 10, 97, 2400}) {
    for (const int out : {1, 2, 7, 96, 97, 98, 1000}) {
      const auto weights = filter_weights(kTriangleFilter, in, out);
      ASSERT_LE(weights.taps, in);
      int previous = 0;
      for (const int first : weights.first) {
        EXPECT_GE(first, previous) << in << " to " << out;
        EXPECT_LE(first + weights.taps, in) << in << " to " << out;
        previous = first;
      }
    }
  }
}

TEST(FilterWeights, AreOneTapOfOneWhereNothingChanges) {
  for (const Filter& filter : {kCubicFilter, kLanczosFilter, kNarrowTriangleFilter}) {
    const auto weights = fixed_point(filter_weights(filter, 9, 9));
    for (std::size_t i = 0; i < 9; ++i) {
      for (int t = 0; t < weights.taps; ++t) {
        const bool is_own = weights.first[i] + t == static_cast<int>(i);
        EXPECT_EQ(weights.weight(i)[t], is_own ? 1U << kWeightBits : 0U);
      }
    }
  }
}

TEST(FilterWeights, OfANarrowTriangleAreTwoHoweverMuchItShrinks) {
  const auto weights = filter_weights(kNarrowTriangleFilter, 100, 10);
  EXPECT_EQ(weights.taps, 2);
  EXPECT_EQ(weights.first[3], 34);
  EXPECT_EQ(weights.weight(3)[0], 0.5);
  EXPECT_EQ(weights.weight(3)[1], 0.5);
}

// What keeps the sums of 8-bit values below 2^31.
TEST(FilterWeights, HaveAbsoluteSumsBelowTwo) {
  for (const Filter& filter : {kCubicFilter, kLanczosFilter}) {
    for (const int in : {3, 17, 224, 500}) {
      for (const int out : {2, 7, 224, 700}) {
        const auto weights = filter_weights(filter, in, out);
        for (std::size_t i = 0; i < weights.first.size(); ++i) {
          double sum = 0;
          for (int t = 0; t < weights.taps; ++t) sum += std::abs(weights.weight(i)[t]);
          EXPECT_LT(sum, 2.0) << in << " to " << out;
        }
      }
    }
  }
}

TEST(FixedPoint, SumsToOneToWithinItsTaps) {
  for (const int in : {1, 3, 224, 271, 2400}) {
    for (const int out : {1, 5, 224, 500}) {
      const auto weights = fixed_point(filter_weights(kTriangleFilter, in, out));
      for (std::size_t i = 0; i < weights.first.size(); ++i) {
        const auto* const place = weights.weight(i);
        const int sum = static_cast<int>(std::accumulate(place, place + weights.taps, 0U));
        EXPECT_LE(std::abs(sum - (1 << kWeightBits)), weights.taps / 2 + 1) << in << " to " << out;
      }
    }
  }
}

}  // namespace
}  // namespace epochmill::image
