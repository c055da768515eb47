// The tests of words give what they promise: for good words of a generator that has nothing to do
// with ours, p-values that are uniform.
#include "streams/word_tests.hpp"

#include <gmock/gmock.h>

#include <map>
#include <random>

#include "streams/statistics.hpp"

namespace epochmill::streams {
namespace {

TEST(WordTests, GiveUniformPValuesForGoodWords) {
  constexpr int kSequences = 40;
  const Shape shape{.lanes = 64, .grain = 4};
  std::mt19937 random(5);
  std::map<std::string, std::vector<double>> p_values;
  std::vector<std::uint32_t> words(1U << 18);
  for (int i = 0; i < kSequences; ++i) {
    for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
    for (const Finding& finding : examine(words, shape))
      p_values[finding.test].push_back(finding.p);
  }
  EXPECT_EQ(p_values.size(), 7U);
  for (const auto& [test, values] : p_values) {
    EXPECT_LT(kolmogorov_smirnov(values, [](double p) { return p; }), 1.95) << test;
  }
}

TEST(SerialCorrelation, SeesWordsThatFollowAndWordsThatFlee) {
  std::mt19937 random(6);
  std::vector<std::uint32_t> words(1000);
  for (std::size_t i = 0; i < words.size(); i += 2) {
    words[i] = static_cast<std::uint32_t>(random());
    words[i + 1] = words[i];
  }
  EXPECT_LT(serial_correlation_p(words, 1), 1e-9);
  EXPECT_GT(serial_correlation_p(words, 2), 1e-3);
  for (std::size_t i = 1; i < words.size(); i += 2) words[i] = ~words[i];
  EXPECT_LT(serial_correlation_p(words, 1), 1e-9);
}

TEST(BitCounts, CountEachBitBeyondTheFirstEmptying) {
  BitCounts counts;
  for (std::uint32_t i = 0; i < 1000; ++i) counts.add(1U << i % 32 | 0x80000000U);
  EXPECT_EQ(counts.counts()[0], 32U);
  EXPECT_EQ(counts.counts()[7], 32U);
  EXPECT_EQ(counts.counts()[8], 31U);
  EXPECT_EQ(counts.counts()[31], 1000U);
}

TEST(PairChiSquare, PutsEveryWordIntoOnePair) {
  // Each of 65,536 pairs (i, i + 2) once, in the bytes from bit 8 on.
  std::vector<std::uint32_t> words;
  for (std::uint32_t a = 0; a < 256; ++a) {
    for (std::uint32_t b = 0; b < 256; b += 2) {
      for (std::uint32_t byte : {a, a, b, b + 1}) words.push_back(byte << 8);
    }
  }
  EXPECT_LT(pair_chi_square_p(words, 2, 8), 1e-9);  // too even
  EXPECT_DOUBLE_EQ(pair_chi_square_p(words, 2, 8), chi_square_p(0, 65535));
}

TEST(RepeatedWords, AreExpectedNowAndThen) {
  std::vector<std::uint32_t> words(1U << 18);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint32_t>(i * 7919);
  constexpr double kMean = 0x1p18 * (0x1p18 - 1) * 0x1p-33;
  EXPECT_DOUBLE_EQ(repeated_words_p(words), poisson_p(0, kMean));
  for (std::size_t i = 0; i < 8; ++i) words[2 * i] = words[100];
  EXPECT_DOUBLE_EQ(repeated_words_p(words), poisson_p(8, kMean));
}

TEST(BirthdaySpacings, SeesDaysThatAreTooEven) {
  std::vector<std::uint32_t> words(1U << 14);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint32_t>(i) << 18;
  EXPECT_LT(birthday_spacings_p(words), 1e-9);
}

TEST(Lags, ReachTheNeighbourTheNextTurnAndAroundIt) {
  EXPECT_EQ(lags({.lanes = 64, .grain = 4}),
            (std::set<std::size_t>{1, 2, 3, 4, 8, 16, 252, 255, 256, 257, 260}));
  EXPECT_EQ(lags({.lanes = 1, .grain = 1}), (std::set<std::size_t>{1, 2, 3, 4, 8, 16}));
}

}  // namespace
}  // namespace epochmill::streams
