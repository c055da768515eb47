// Tests of one sequence of words, made of many streams side by side. Each gives a p-value as
// significance.hpp has them. All are own and plain; tests/statistics feeds the same words to the
// batteries of others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "streams/bit_counts.hpp"
#include "streams/interleave.hpp"
#include "streams/significance.hpp"

namespace epochmill::streams {

using WordSpan = std::span<const std::uint32_t>;

struct Finding {
  std::string test;
  double p;
};

// Chi-square of counts that should all be total / counts.size().
inline double flatness_p(const std::vector<std::uint32_t>& counts, std::uint64_t total) {
  const double expected = static_cast<double>(total) / static_cast<double>(counts.size());
  double chi_square = 0;
  for (std::uint32_t count : counts) {
    const double excess = count - expected;
    chi_square += excess * excess / expected;
  }
  return chi_square_p(chi_square, static_cast<double>(counts.size()) - 1);
}

// Words that stand `lag` apart, as numbers in [-1/2, 1/2): the mean of their product is 0.
inline double serial_correlation_p(WordSpan words, std::size_t lag) {
  const auto centred = [](std::uint32_t word) { return (word + 0.5) * 0x1p-32 - 0.5; };
  double sum = 0;
  for (std::size_t i = lag; i < words.size(); ++i)
    sum += centred(words[i - lag]) * centred(words[i]);
  return normal_p(12 * sum / std::sqrt(static_cast<double>(words.size() - lag)));
}

// Words that stand `lag` apart differ in each bit as often as not.
inline double bit_agreement_p(WordSpan words, std::size_t lag) {
  BitCounts differences;
  for (std::size_t i = lag; i < words.size(); ++i) differences.add(words[i - lag] ^ words[i]);
  return coins_p(differences.counts(), words.size() - lag);
}

// All values of all four bytes are equally frequent.
inline double byte_chi_square_p(WordSpan words) {
  std::vector<std::uint32_t> counts(4 * 256);
  for (std::uint32_t word : words) {
    for (unsigned byte = 0; byte < 4; ++byte) ++counts[256 * byte + (word >> 8 * byte & 0xffU)];
  }
  double chi_square = 0;
  const double expected = static_cast<double>(words.size()) / 256;
  for (std::uint32_t count : counts)
    chi_square += (count - expected) * (count - expected) / expected;
  return chi_square_p(chi_square, 4 * 255);
}

// All pairs of one byte (8 bits from `shift` on) of two words `distance` apart are equally
// frequent. No word is in two pairs.
inline double pair_chi_square_p(WordSpan words, std::size_t distance, unsigned shift) {
  std::vector<std::uint32_t> counts(1U << 16);
  std::uint64_t total = 0;
  for (std::size_t first = 0; first + 2 * distance <= words.size(); first += 2 * distance) {
    for (std::size_t i = first; i < first + distance; ++i) {
      ++counts[(words[i] >> shift & 0xffU) << 8 | (words[i + distance] >> shift & 0xffU)];
    }
    total += distance;
  }
  return flatness_p(counts, total);
}

inline std::uint64_t repeats_in_sorted(WordSpan sorted) {
  std::uint64_t repeats = 0;
  for (std::size_t i = 1; i < sorted.size(); ++i) repeats += sorted[i] == sorted[i - 1] ? 1U : 0U;
  return repeats;
}

// Marsaglia's birthday spacings: of 4096 words taken as days of a year of 2^32, equal spacings
// between sorted neighbours number 4096^3 / 2^34 = 4 (Knuth 3.3.2 J), in every such year.
inline double birthday_spacings_p(WordSpan words) {
  constexpr std::size_t kBirthdays = 4096;
  std::uint64_t equal = 0;
  std::uint64_t years = 0;
  std::vector<std::uint32_t> days(kBirthdays);
  for (; words.size() >= kBirthdays; words = words.subspan(kBirthdays), ++years) {
    std::copy_n(words.begin(), kBirthdays, days.begin());
    std::sort(days.begin(), days.end());
    const std::uint32_t last = days.back();
    for (std::size_t i = kBirthdays - 1; i > 0; --i) days[i] -= days[i - 1];
    days[0] -= last;  // around the end of the year
    std::sort(days.begin(), days.end());
    equal += repeats_in_sorted(days);
  }
  return poisson_p(equal, 4.0 * static_cast<double>(years));
}

// Among n words, n^2 / 2^33 are expected to have been there before: more if a stream comes twice,
// whole or in part, at whatever distance.
inline double repeated_words_p(WordSpan words) {
  std::vector<std::uint32_t> sorted(words.begin(), words.end());
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<double>(words.size());
  return poisson_p(repeats_in_sorted(sorted), n * (n - 1) * 0x1p-33);
}

// Distances within a lane, to the neighbours, and to the same lane's next turn and around it.
inline std::set<std::size_t> lags(const Shape& shape) {
  const std::size_t grain = shape.grain;
  const std::size_t turn = grain * shape.lanes;
  std::set<std::size_t> all{1, 2, 3, 4, 8, 16};
  for (std::size_t lag : {grain, 2 * grain, turn - grain, turn - 1, turn, turn + 1, turn + grain}) {
    if (lag > 0) all.insert(lag);
  }
  return all;
}

// Every test of this file.
inline std::vector<Finding> examine(WordSpan words, const Shape& shape) {
  std::vector<Finding> findings;
  for (std::size_t lag : lags(shape)) {
    findings.push_back({"serial correlation", serial_correlation_p(words, lag)});
    findings.push_back({"bit agreement", bit_agreement_p(words, lag)});
  }
  findings.push_back({"byte chi-square", byte_chi_square_p(words)});
  findings.push_back({"pair chi-square, high", pair_chi_square_p(words, shape.grain, 24)});
  findings.push_back({"pair chi-square, low", pair_chi_square_p(words, shape.grain, 0)});
  findings.push_back({"birthday spacings", birthday_spacings_p(words)});
  findings.push_back({"repeated words", repeated_words_p(words)});
  return findings;
}

}  // namespace epochmill::streams
