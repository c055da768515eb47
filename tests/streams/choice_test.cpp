#include "streams/choice.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <random>

#include "base/error.hpp"
#include "streams/distributions.hpp"
#include "streams/many_draws.hpp"
#include "streams/statistics.hpp"

namespace epochmill::streams {
namespace {

std::vector<std::uint64_t> counts(const std::vector<double>& weights) {
  const Choice choice(weights);
  std::vector<std::uint64_t> result(weights.size());
  for (std::size_t index : many_draws(8, choice)) ++result.at(index);
  return result;
}

std::string refusal(const std::vector<double>& weights) {
  try {
    const Choice choice(weights);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    return error.what();
  }
  return "nothing was thrown";
}

// The rule of the header, in long double and by libm.
std::vector<std::uint64_t> whole_numbers(const std::vector<double>& weights) {
  double largest = 0;
  for (double weight : weights) largest = std::max(largest, weight);
  const auto digits = static_cast<int>(std::bit_width(weights.size()));
  std::vector<std::uint64_t> result;
  for (double weight : weights) {
    const auto value = static_cast<long double>(weight);
    result.push_back(static_cast<std::uint64_t>(
        std::ceil(std::ldexp(value, 62 - digits - std::ilogb(largest)))));
  }
  return result;
}

std::vector<double> random_weights(std::mt19937_64& random) {
  std::vector<double> weights(1 + random() % 20);
  for (double& weight : weights) {
    const int exponent = static_cast<int>(random() % 80) - 40;
    const double size = std::ldexp(1 + static_cast<double>(random() % 1000), exponent);
    weight = random() % 4 == 0 ? 0.0 : size;
  }
  weights[random() % weights.size()] = 1.0;
  return weights;
}

TEST(Choice, GivesEveryThingItsOwnWholeNumbers) {
  std::mt19937_64 random(23);
  for (int i = 0; i < 3000; ++i) {
    const std::vector<double> weights = random_weights(random);
    const Choice choice(weights);
    const std::vector<std::uint64_t> whole = whole_numbers(weights);
    std::uint64_t begin = 0;
    for (std::size_t thing = 0; thing < weights.size(); ++thing) {
      ASSERT_EQ(whole[thing] == 0, weights[thing] == 0.0);
      if (whole[thing] == 0) continue;
      ASSERT_EQ(choice.at(begin), thing);
      begin += whole[thing];
      ASSERT_EQ(choice.at(begin - 1), thing);
    }
    ASSERT_EQ(choice.total(), begin);
    ASSERT_LT(begin, 1ULL << 63);
    EXPECT_THROW(choice.at(begin), Error);
  }
}

TEST(Choice, IsWhatItsIntegerStandsFor) {
  const Choice choice(std::vector<double>{0.5, 0, 2.25, 7});
  const auto end = static_cast<std::int64_t>(choice.total());
  for (DrawNumber draw = 0; draw < 2000; ++draw) {
    const std::int64_t pick = integer_between(full_stream(), draw, 0, end);
    ASSERT_EQ(choice(full_stream(), draw), choice.at(static_cast<std::uint64_t>(pick)));
  }
}

TEST(Choice, HasExactChancesForWholeNumbers) {
  const std::vector<double> weights{1, 2, 3, 0, 1000003, 4503599627370497};
  const auto sum = static_cast<std::uint64_t>(1 + 2 + 3 + 1000003 + 4503599627370497);
  const Choice choice(weights);
  EXPECT_EQ(choice.total() % sum, 0U);
  std::uint64_t begin = 0;
  for (std::size_t thing : {0U, 1U, 2U, 4U, 5U}) {
    EXPECT_EQ(choice.at(begin), thing);
    begin += static_cast<std::uint64_t>(weights[thing]) * (choice.total() / sum);
  }
  EXPECT_EQ(begin, choice.total());
}

TEST(Choice, IsTheSameForWeightsScaledByAPowerOfTwo) {
  const std::vector<double> weights{1, 2, 3, 0, 7};
  const Choice plain(weights);
  for (double factor : {2.0, 0.125, 0x1p-300, 0x1p300}) {
    std::vector<double> scaled = weights;
    for (double& weight : scaled) weight *= factor;
    const Choice choice(scaled);
    for (DrawNumber draw = 0; draw < 2000; ++draw) {
      ASSERT_EQ(choice(example_stream(), draw), plain(example_stream(), draw)) << factor;
    }
  }
}

TEST(Choice, OfOneThingIsThatThing) {
  for (double weight : {Choice::kSmallestWeight, 1.0, Choice::kLargestWeight}) {
    EXPECT_EQ(Choice(std::vector<double>{weight})(example_stream(), 0), 0U);
    EXPECT_EQ(Choice(std::vector<double>{0, -0.0, weight, 0})(example_stream(), 0), 2U);
  }
}

TEST(Choice, SpansTheWholeRangeOfWeights) {
  const Choice choice(std::vector<double>{Choice::kLargestWeight, Choice::kSmallestWeight});
  EXPECT_EQ(choice.size(), 2U);
  for (DrawNumber draw = 0; draw < 2000; ++draw) ASSERT_EQ(choice(example_stream(), draw), 0U);
}

TEST(Choice, NamesTheWeightThatItRefuses) {
  EXPECT_THAT(refusal({1, 2, -1}), ::testing::HasSubstr("weight 2 (counted from 0) is -1;"));
  EXPECT_THAT(refusal({std::nan(""), 1}),
              ::testing::HasSubstr("weight 0 (counted from 0) is nan;"));
  EXPECT_THAT(refusal({1, HUGE_VAL}), ::testing::HasSubstr("weight 1 (counted from 0) is inf;"));
  EXPECT_THAT(refusal({1, 1e-101}), ::testing::HasSubstr("weight 1 (counted from 0) is 1e-101;"));
  EXPECT_THAT(refusal({1.1e100}), ::testing::HasSubstr("expected 0, or a number from 1e-100"));
  EXPECT_THAT(refusal({0, 0, 0}), ::testing::HasSubstr("all weights, 0 to 2, are 0"));
  EXPECT_THAT(refusal({}), ::testing::HasSubstr("0 weights"));
  EXPECT_THAT(refusal(std::vector<double>(1025, 1.0)), ::testing::HasSubstr("1025 weights"));
}

TEST(ChoiceShape, FollowsItsWeights) {
  for (const std::vector<double>& weights : std::vector<std::vector<double>>{
           {1, 1}, {1, 2, 3}, {0.1, 0.7, 0.2}, {1, 1000}, {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5}}) {
    EXPECT_LT(std::abs(chi_square_z(counts(weights), weights)), 4) << weights.size();
  }
  const std::vector<double> most(Choice::kMostWeights, 0.3);
  EXPECT_LT(std::abs(chi_square_z(counts(most), most)), 4);
}

TEST(ChoiceShape, NeverHasAThingOfWeightZero) {
  const std::vector<std::uint64_t> found = counts({0, 0, 1, 0, 1e-3, 0});
  EXPECT_GT(found[4], 0U);
  EXPECT_EQ(found[2] + found[4], 8 * kDrawNumbers);
}

}  // namespace
}  // namespace epochmill::streams
