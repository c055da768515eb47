// From a statistic to a p-value: the chance that perfect words give a value as far out, on either
// side, as the one found. Uniform on (0, 1] for perfect words, tiny for faulty ones.
#pragma once

#include <cmath>
#include <cstdint>

namespace epochmill::streams {

// The tests of interleaved words (1100), those of flipped bits (768) and those of neighbours (18):
// each of the three sets as a whole would call perfect words faulty for one choice of seeds in
// 3000, all three for one in 1000. The errors of single tests add up to that (Bonferroni).
inline constexpr double kErrorOfSet = 1e-3 / 3;

inline double normal_p(double z) { return std::erfc(std::abs(z) / std::sqrt(2.0)); }

// Wilson and Hilferty (1931): the cube root is nearly normal. From 28 degrees of freedom on p is
// within 1% at 0.05; far out it errs on the large side, the safe one: at 1e-7 by up to a factor 2
// for 28, 1.13 for 128, 1.02 for 1000.
inline double chi_square_p(double value, double freedom) {
  const double spread = 2 / (9 * freedom);
  return normal_p((std::cbrt(value / freedom) - (1 - spread)) / std::sqrt(spread));
}

// For a count that is Poisson's with this mean: P(count >= k) = P(chi-square of 2k is below 2
// mean). A whole number can be "as far out" in two ways; this is the middle of both. For means from
// 32 on within 3% at 0.05, and at 1e-8 at most 1.2 times too large.
inline double poisson_p(std::uint64_t count, double mean) {
  const double middle = 2 * (static_cast<double>(count) + 0.5);
  const double spread = 2 / (9 * middle);
  return normal_p((std::cbrt(2 * mean / middle) - (1 - spread)) / std::sqrt(spread));
}

// Chi-square of counts that should each be half of `trials`, independently.
template <typename Counts>
double coins_p(const Counts& counts, std::uint64_t trials) {
  const double half = static_cast<double>(trials) / 2;
  double chi_square = 0;
  for (std::uint64_t count : counts) {
    const double excess = static_cast<double>(count) - half;
    chi_square += excess * excess / (half / 2);
  }
  return chi_square_p(chi_square, static_cast<double>(counts.size()));
}

}  // namespace epochmill::streams
