#include "base/half.hpp"

#include <bit>

namespace epochmill {
namespace {

// Bits of the exponent's and the fraction's fields.
constexpr std::uint32_t kFloatFraction = 23;
constexpr std::uint32_t kHalfFraction = 10;
constexpr std::uint32_t kDropped = kFloatFraction - kHalfFraction;
// What the exponents' biases, 127 and 15, differ by.
constexpr std::uint32_t kBias = 127 - 15;
constexpr std::uint32_t kHalfInfinity = 0x7C00;

// `bits` without the last `count`, which decide the rounding: half to even.
constexpr std::uint32_t rounded(std::uint32_t bits, std::uint32_t count) {
  const std::uint32_t half = std::uint32_t{1} << (count - 1);
  const std::uint32_t is_odd = bits >> count & 1;
  return (bits + half - 1 + is_odd) >> count;
}

std::uint32_t nan_of(std::uint32_t fraction) {
  const std::uint32_t kept = fraction >> kDropped;
  return kHalfInfinity | (kept == 0 ? 1 : kept);  // a fraction of 0 would be an infinity
}

}  // namespace

std::uint16_t half_of(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = bits >> 16 & 0x8000;
  const std::uint32_t exponent = bits >> kFloatFraction & 0xFF;
  const std::uint32_t fraction = bits & 0x7FFFFF;
  std::uint32_t half = 0;
  if (exponent == 0xFF) {
    half = fraction == 0 ? kHalfInfinity : nan_of(fraction);
  } else if (exponent >= kBias + 31) {
    half = kHalfInfinity;
  } else if (exponent > kBias) {
    // Rounding up may carry into the exponent, and from the largest half to infinity: as it should.
    half = rounded((exponent - kBias) << kFloatFraction | fraction, kDropped);
  } else if (exponent >= kBias - kHalfFraction) {
    // Below the normal halves: the leading bit is stored, too, and more bits are dropped.
    half = rounded(fraction | 0x800000, kDropped + 1 + kBias - exponent);
  }
  return static_cast<std::uint16_t>(sign | half);
}

float float_of_half(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16;
  const std::uint32_t exponent = half >> kHalfFraction & 0x1FU;
  const std::uint32_t fraction = half & 0x3FFU;
  if (exponent == 0) {
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
  }
  const std::uint32_t wide = exponent == 0x1F ? 0xFF : exponent + kBias;
  return std::bit_cast<float>(sign | wide << kFloatFraction | fraction << kDropped);
}

}  // namespace epochmill
