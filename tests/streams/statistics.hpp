// Test statistics with known distributions. Seeds are fixed, so a test passes always or never.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace epochmill::streams {

// How many standard deviations chi-square is above its mean, for counts that should be in the
// proportions of `weights`, all above 0. Good numbers lie within (-4, 4) but once in 10^4 tests or
// so.
inline double chi_square_z(const std::vector<std::uint64_t>& counts,
                           const std::vector<double>& weights) {
  double total = 0;
  for (std::uint64_t count : counts) total += static_cast<double>(count);
  double sum = 0;
  for (double weight : weights) sum += weight;
  double chi_square = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = total * weights[i] / sum;
    const double excess = static_cast<double>(counts[i]) - expected;
    chi_square += excess * excess / expected;
  }
  const double freedom = static_cast<double>(counts.size()) - 1;
  return (chi_square - freedom) / std::sqrt(2 * freedom);
}

// The same for counts that should all be equal.
inline double chi_square_z(const std::vector<std::uint64_t>& counts) {
  return chi_square_z(counts, std::vector<double>(counts.size(), 1.0));
}

// Kolmogorov and Smirnov's largest distance between the values' distribution and `cdf`, times
// sqrt(n): above 1.95 once in 1000 tests. Taken at values below `end` alone, where the doubles are
// fine enough to be a continuum; how many lie beyond it counts all the same.
template <typename Cdf>
double kolmogorov_smirnov(std::vector<double> values, Cdf cdf,
                          double end = std::numeric_limits<double>::infinity()) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double largest = 0;
  for (std::size_t i = 0; i < values.size() && values[i] < end; ++i) {
    const double expected = cdf(values[i]);
    const auto below = static_cast<double>(i);
    largest = std::max({largest, expected - below / n, (below + 1) / n - expected});
  }
  return largest * std::sqrt(n);
}

// The regularised incomplete beta function I_x(a, b), the distribution function of Beta(a, b), by
// its continued fraction (DLMF 8.17.22), from the 100th term up. For a, b <= 50.
inline double beta_cdf(double x, double a, double b) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - beta_cdf(1 - x, b, a);
  double fraction = 1;
  for (int term = 100; term >= 1; --term) {
    const double m = term / 2;
    const double coefficient = term % 2 == 0
                                   ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
                                   : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    fraction = 1 + coefficient / fraction;
  }
  const double log_front =
      a * std::log(x) + b * std::log1p(-x) + std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b);
  return std::exp(log_front) / (a * fraction);
}

}  // namespace epochmill::streams
