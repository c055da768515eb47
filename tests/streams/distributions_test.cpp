#include "streams/distributions.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "base/error.hpp"
#include "streams/example.hpp"

namespace epochmill::streams {
namespace {

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();

template <typename Action>
void expect_internal(Action action) {
  try {
    action();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInternal) << error.what();
  }
}

TEST(Uniform, IsTheTopBitsAsAFraction) {
  const Stream stream = full_stream();
  for (DrawNumber draw = 0; draw < 1000; ++draw) {
    const double u = uniform(stream, draw);
    ASSERT_EQ(u * 0x1p53, static_cast<double>(stream.bits64(draw) >> 11));
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
  }
}

TEST(UniformF32, IsTheTopBitsAsAFraction) {
  const Stream stream = full_stream();
  for (DrawNumber draw = 0; draw < 1000; ++draw) {
    const float u = uniform_f32(stream, draw);
    ASSERT_EQ(u * 0x1p24F, static_cast<float>(stream.bits64(draw) >> 40));
    ASSERT_GE(u, 0.0F);
    ASSERT_LT(u, 1.0F);
    ASSERT_LE(static_cast<double>(u), uniform(stream, draw));
    ASSERT_LT(uniform(stream, draw) - static_cast<double>(u), 0x1p-24);
  }
}

TEST(UniformBetween, StaysBetweenItsEndsHoweverCloseTheyAre) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const std::vector<std::pair<double, double>> intervals{{0, 1},
                                                         {-1, 1},
                                                         {1, std::nextafter(1, 2)},
                                                         {std::nextafter(1, 0), 1},
                                                         {0, tiny},
                                                         {-tiny, 3 * tiny},
                                                         {0.1, 0.3},
                                                         {-1e300, 1e300},
                                                         {1e16, 1e16 + 2},
                                                         {-0.3, 0.7},
                                                         {0.08, 1},
                                                         {3.0 / 4, 4.0 / 3}};
  const Stream stream = example_stream();
  for (const auto& [a, b] : intervals) {
    for (std::uint32_t draw = 0; draw < 20000; ++draw) {
      const double value = uniform_between(stream, static_cast<DrawNumber>(draw), a, b);
      ASSERT_GE(value, a);
      ASSERT_LE(value, b);
    }
  }
}

TEST(UniformBetween, OfOnePointIsThatPoint) {
  EXPECT_EQ(uniform_between(example_stream(), 0, 0.1, 0.1), 0.1);
}

TEST(UniformBetween, RefusesWhatIsNoInterval) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  expect_internal([] { uniform_between(example_stream(), 0, 1, 0); });
  expect_internal([&] { uniform_between(example_stream(), 0, nan, 0); });
  expect_internal([&] { uniform_between(example_stream(), 0, 0, nan); });
  expect_internal([&] { uniform_between(example_stream(), 0, 0, infinity); });
  expect_internal([] { uniform_between(example_stream(), 0, -1.7e308, 1.7e308); });
}

TEST(LogUniformBetween, StaysBetweenItsEnds) {
  const std::vector<std::pair<double, double>> intervals{
      {0.75, 4.0 / 3}, {1e-300, 1e300}, {1, std::nextafter(1, 2)}, {0.3, 0.3}, {3, 3.3}};
  for (const auto& [a, b] : intervals) {
    for (std::uint32_t draw = 0; draw < 5000; ++draw) {
      const double value =
          log_uniform_between(example_stream(), static_cast<DrawNumber>(draw), a, b);
      ASSERT_GE(value, a);
      ASSERT_LE(value, b);
    }
  }
}

TEST(LogUniformBetween, IsTheExponentialOfAUniform) {
  for (DrawNumber draw = 0; draw < 1000; ++draw) {
    const double u = uniform(example_stream(), draw);
    const double expected = std::exp(std::log(0.01) + u * (std::log(50.0) - std::log(0.01)));
    EXPECT_NEAR(log_uniform_between(example_stream(), draw, 0.01, 50.0) / expected, 1.0, 1e-14);
  }
}

TEST(LogUniformBetween, RefusesWhatHasNoLogarithm) {
  expect_internal([] { log_uniform_between(example_stream(), 0, 0, 1); });
  expect_internal([] { log_uniform_between(example_stream(), 0, -1, 1); });
  expect_internal([] { log_uniform_between(example_stream(), 0, 2, 1); });
  expect_internal([] { log_uniform_between(example_stream(), 0, 1, 1e301); });
  expect_internal([] { log_uniform_between(example_stream(), 0, std::nan(""), 1); });
}

TEST(Bounded, IsTheHighWordOfTheProduct) {
  EXPECT_EQ(bounded(0xffffffffffffffff, 10), 9U);
  EXPECT_EQ(bounded(0x8000000000000001, 10), 5U);
  EXPECT_EQ(bounded(0x7fffffffffffffff, 10), 4U);
  EXPECT_EQ(bounded(0xffffffffffffffff, 0xffffffffffffffff), 0xfffffffffffffffeU);
  EXPECT_EQ(bounded(0x0123456789abcdef, 1), 0U);
}

TEST(Bounded, RejectsExactlyTheSurplusWords) {
  // 2^64 mod 3 = 1: one word too many, the one whose product ends in 0.
  EXPECT_EQ(bounded(0, 3), std::nullopt);
  EXPECT_EQ(bounded(1, 3), 0U);
  // 2^64 mod 10 = 6: words whose product ends below 6, such as the two that are multiples of 2^63.
  EXPECT_EQ(bounded(0, 10), std::nullopt);
  EXPECT_EQ(bounded(0x8000000000000000, 10), std::nullopt);
  EXPECT_EQ(bounded(1, 10), 0U);
  // 2^64 mod (2^63 + 1) = 2^63 - 1: the product of w = 1 ends in 2^63 + 1, of w = 2 in 2.
  const std::uint64_t half_and_one = (1ULL << 63) + 1;
  EXPECT_EQ(bounded(0, half_and_one), std::nullopt);
  EXPECT_EQ(bounded(1, half_and_one), 0U);
  EXPECT_EQ(bounded(2, half_and_one), std::nullopt);
  EXPECT_EQ(bounded(3, half_and_one), 1U);
  // 2^64 mod (2^64 - 1) = 1: only 0.
  EXPECT_EQ(bounded(0, ~0ULL), std::nullopt);
  EXPECT_EQ(bounded(1, ~0ULL), 0U);
}

TEST(Bounded, NeverRejectsForAPowerOfTwo) {
  for (unsigned bits = 0; bits < 64; ++bits) {
    for (std::uint64_t word : {0ULL, 1ULL, 0x8000000000000000ULL, 0xffffffffffffffffULL}) {
      const std::uint64_t expected = bits == 0 ? 0 : word >> (64 - bits);
      ASSERT_EQ(bounded(word, 1ULL << bits), expected);
    }
  }
}

TEST(Bounded, EqualsTheDefinitionOnRandomWords) {
  __extension__ typedef unsigned __int128 Wide;
  std::mt19937_64 random(3);
  for (int i = 0; i < 100000; ++i) {
    const std::uint64_t word = random();
    const std::uint64_t range = (random() >> (random() % 64)) | 1;
    const Wide product = static_cast<Wide>(word) * range;
    const auto surplus = static_cast<std::uint64_t>((static_cast<Wide>(1) << 64) % range);
    const auto high = static_cast<std::uint64_t>(product >> 64);
    const bool rejected = static_cast<std::uint64_t>(product) < surplus;
    ASSERT_EQ(bounded(word, range), rejected ? std::nullopt : std::optional(high));
  }
}

TEST(Bounded, RefusesAnEmptyRange) {
  expect_internal([] { bounded(1, 0); });
}

TEST(IntegerBetween, OfOneIntegerIsThatInteger) {
  EXPECT_EQ(integer_between(example_stream(), 5, -7, -6), -7);
  EXPECT_EQ(integer_between(example_stream(), 5, kLowest, kLowest + 1), kLowest);
  EXPECT_EQ(integer_between(example_stream(), 5, kHighest - 1, kHighest), kHighest - 1);
}

TEST(IntegerBetween, SpansTheWholeType) {
  const Stream stream = example_stream();
  std::int64_t smallest = kHighest;
  std::int64_t largest = kLowest;
  for (DrawNumber draw = 0; draw < 1000; ++draw) {
    const std::int64_t value = integer_between(stream, draw, kLowest, kHighest);
    smallest = std::min(smallest, value);
    largest = std::max(largest, value);
  }
  EXPECT_LT(smallest, kLowest / 100 * 98);
  EXPECT_GT(largest, kHighest / 100 * 98);
}

TEST(IntegerBetween, GoesToTheNextRetryOfItsOwnDrawWhenRejected) {
  const std::uint64_t range = (1ULL << 63) + 1;  // half of all words are rejected
  const Stream stream = example_stream();
  int retried = 0;
  for (DrawNumber draw = 0; draw < 1000; ++draw) {
    std::uint32_t retry = 0;
    while (!bounded(stream.bits64(draw, retry), range)) ++retry;
    const std::uint64_t offset = *bounded(stream.bits64(draw, retry), range);
    const auto expected = static_cast<std::int64_t>(offset + (1ULL << 63));
    ASSERT_EQ(integer_between(stream, draw, kLowest, 1), expected);
    retried += retry > 0 ? 1 : 0;
  }
  EXPECT_NEAR(retried, 500, 80);
}

TEST(IntegerBetween, RefusesAnEmptyInterval) {
  expect_internal([] { integer_between(example_stream(), 0, 3, 3); });
  expect_internal([] { integer_between(example_stream(), 0, 3, 2); });
}

// The threshold from the bits of p: p = mantissa * 2^exponent, shifted by 64 places.
std::uint64_t threshold_from_bits(double p) {
  const auto bits = std::bit_cast<std::uint64_t>(p);
  const auto biased = static_cast<int>(bits >> 52);
  const std::uint64_t fraction = bits & 0xfffffffffffffULL;
  const std::uint64_t mantissa = biased == 0 ? fraction : fraction | 1ULL << 52;
  const int shift = (biased == 0 ? 1 : biased) - 1075 + 64;
  if (shift >= 0) return mantissa << shift;
  return shift <= -64 ? 0 : mantissa >> -shift;
}

TEST(BernoulliThreshold, IsExactForEveryKindOfP) {
  EXPECT_EQ(bernoulli_threshold(0.5), 1ULL << 63);
  EXPECT_EQ(bernoulli_threshold(0x1p-64), 1U);
  EXPECT_EQ(bernoulli_threshold(std::nextafter(0x1p-64, 0)), 0U);
  EXPECT_EQ(bernoulli_threshold(std::nextafter(1.0, 0)), 0xfffffffffffff800U);
  EXPECT_EQ(bernoulli_threshold(0.0), 0U);
  EXPECT_EQ(bernoulli_threshold(std::numeric_limits<double>::denorm_min()), 0U);
  EXPECT_EQ(bernoulli_threshold(0x1.fffffffffffffp-12), 0x001fffffffffffffU);
  EXPECT_EQ(bernoulli_threshold(0x1.fffffffffffffp-13), 0x000fffffffffffffU);
  std::mt19937_64 random(5);
  for (int i = 0; i < 100000; ++i) {
    const double p = std::bit_cast<double>(random() % std::bit_cast<std::uint64_t>(1.0));
    ASSERT_EQ(bernoulli_threshold(p), threshold_from_bits(p)) << p;
    const double likely = static_cast<double>(random() >> 11) * 0x1p-53;
    ASSERT_EQ(bernoulli_threshold(likely), threshold_from_bits(likely)) << likely;
  }
}

TEST(BernoulliThreshold, RefusesWhatIsNoProbabilityBelowOne) {
  for (double p : {1.0, -0x1p-70, std::nan(""), -std::nan("")}) {
    expect_internal([&] { bernoulli_threshold(p); });
  }
}

TEST(Bernoulli, TurnsFromFalseToTrueAtTheDrawsOwnValue) {
  const Stream stream = full_stream();
  for (DrawNumber draw = 0; draw < 1000; ++draw) {
    const double below_or_at = uniform(stream, draw);
    ASSERT_FALSE(bernoulli(stream, draw, below_or_at));
    ASSERT_TRUE(bernoulli(stream, draw, below_or_at + 0x1p-53));
  }
}

TEST(Bernoulli, IsCertainAtAndBeyondTheEnds) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (DrawNumber draw = 0; draw < 1000; ++draw) {
    for (double p : {0.0, -0.0, -0.5, -infinity, 1e-300}) {
      ASSERT_FALSE(bernoulli(example_stream(), draw, p));
    }
    for (double p : {1.0, 1.5, infinity}) ASSERT_TRUE(bernoulli(example_stream(), draw, p));
  }
}

TEST(Bernoulli, RefusesWhatIsNotANumber) {
  expect_internal([] { bernoulli(example_stream(), 0, std::nan("")); });
}

}  // namespace
}  // namespace epochmill::streams
