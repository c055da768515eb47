// Rounding as Python's round(), which torchvision uses for sizes and offsets.
#pragma once

#include <cmath>

namespace epochmill::ops {

// `x` to the nearest whole number, halves to the even one. Needs |x| < 2^52, where all steps are
// exact.
inline double round_half_even(double x) {
  const double below = std::floor(x);
  const double rest = x - below;
  if (rest < 0.5) return below;
  if (rest > 0.5) return below + 1;
  return std::floor(below / 2) * 2 == below ? below : below + 1;
}

}  // namespace epochmill::ops
