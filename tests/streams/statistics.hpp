// Test statistics with known distributions. Seeds are fixed, so a test passes always or never.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace epochmill::streams {

// How many standard deviations chi-square is above its mean, for counts that should all be equal.
// Good numbers lie within
// (-4, 4) but once in 10^4 tests or so.
inline double chi_square_z(const std::vector<std::uint64_t>& counts) {
  double total = 0;
  for (std::uint64_t count : counts) total += static_cast<double>(count);
  const double expected = total / static_cast<double>(counts.size());
  double chi_square = 0;
  for (std::uint64_t count : counts) {
    const double excess = static_cast<double>(count) - expected;
    chi_square += excess * excess / expected;
  }
  const double freedom = static_cast<double>(counts.size()) - 1;
  return (chi_square - freedom) / std::sqrt(2 * freedom);
}

// Kolmogorov and Smirnov's largest distance between the values' distribution and `cdf`, times
// sqrt(n): above 1.95 once in 1000 tests.
template <typename Cdf>
double kolmogorov_smirnov(std::vector<double> values, Cdf cdf) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double expected = cdf(values[i]);
    const auto below = static_cast<double>(i);
    largest = std::max({largest, expected - below / n, (below + 1) / n - expected});
  }
  return largest * std::sqrt(n);
}

}  // namespace epochmill::streams
