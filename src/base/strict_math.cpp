#include "base/strict_math.hpp"

#include <bit>
#include <cstdint>

namespace epochmill::strict {
namespace {

constexpr double kLn2High =
    6.93147180369123816490e-01;  // ln 2 with its low 21 bits zero: k * kLn2High is exact
constexpr double kLn2Low = 1.90821492927058770002e-10;
constexpr double kSqrt2 = 1.41421356237309504880;
constexpr double kTwoPi = 6.28318530717958647693;

// 2^k for -1022 <= k <= 1023.
double power_of_two(int k) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + k) << 52);
}

// The sine and cosine of an angle and as many quarter turns.
SinCos turned(const SinCos& angle, int quarters) {
  switch (quarters & 3) {
    case 0:
      return angle;
    case 1:
      return {angle.cos, -angle.sin};
    case 2:
      return {-angle.sin, -angle.cos};
    default:
      return {-angle.cos, angle.sin};
  }
}

// high + low = radians - quarter * pi/2, within about [-pi/4, pi/4].
struct Remainder {
  int quarter;
  double high;
  double low;
};

Remainder reduced(double radians) {
  // pi/2 in parts of 33, 33 and 53 bits: the first two times a small whole number are exact.
  constexpr double kHigh = 0x1.921fb544p+0;
  constexpr double kMiddle = 0x1.0b4611a6p-34;
  constexpr double kLow = 0x1.3198a2e037073p-69;
  const double quarters = radians * (2.0 / 3.14159265358979323846);
  const int n = static_cast<int>(quarters < 0 ? quarters - 0.5 : quarters + 0.5);
  const double first = radians - n * kHigh;
  const double second = first - n * kMiddle;
  // What that difference lost, and the third part.
  const double rest = (first - second) - n * kMiddle - n * kLow;
  const double high = second + rest;
  return {n, high, (second - high) + rest};
}

}  // namespace

double lost_by_product(double a, double b) {
  constexpr double kSplitter = 134217729.0;  // 2^27 + 1: halves whose products are exact
  const double a_high = a * kSplitter - (a * kSplitter - a);
  const double b_high = b * kSplitter - (b * kSplitter - b);
  const double a_low = a - a_high;
  const double b_low = b - b_high;
  return ((a_high * b_high - a * b) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

double log(double x) {
  constexpr double kTwo54 = 18014398509481984.0;
  int exponent = 0;
  if (x < 2.2250738585072014e-308) {  // a subnormal: scale it into the normal range
    x *= kTwo54;
    exponent = -54;
  }
  const auto bits = std::bit_cast<std::uint64_t>(x);
  exponent += static_cast<int>(bits >> 52) - 1023;
  double mantissa = std::bit_cast<double>((bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL);
  if (mantissa > kSqrt2) {
    mantissa *= 0.5;
    ++exponent;
  }
  const double t = (mantissa - 1.0) / (mantissa + 1.0);
  const double t2 = t * t;
  double series = 1.0 / 23.0;
  for (int odd = 21; odd >= 1; odd -= 2) series = series * t2 + 1.0 / odd;
  const double k = exponent;
  return k * kLn2High + (2.0 * t * series + k * kLn2Low);
}

double exp(double x) {
  // Round x / ln 2 to the nearest integer by truncation, which needs no libm.
  const double scaled = x * 1.44269504088896340736;
  const int k = static_cast<int>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
  const double r = (x - k * kLn2High) - k * kLn2Low;
  double series = 1.0;
  for (int n = 13; n >= 1; --n) series = 1.0 + series * r / n;
  return series * power_of_two(k);
}

SinCos sin_cos_turns(double turns) {
  const int eighth = static_cast<int>(turns * 8.0);
  // Distance to the nearest quarter turn, in [-1/8, 1/8]; exact, since both are multiples of the
  // same power of two.
  const int quarter = (eighth + 1) / 2;
  const double angle = (turns - quarter * 0.25) * kTwoPi;
  const double a2 = angle * angle;
  double sine = 1.0;
  for (int n = 18; n >= 2; n -= 2) sine = 1.0 - sine * a2 / (n * (n + 1));
  sine *= angle;
  double cosine = 1.0;
  for (int n = 17; n >= 1; n -= 2) cosine = 1.0 - cosine * a2 / (n * (n + 1));
  return turned({sine, cosine}, quarter);
}

SinCos sin_cos(double radians) {
  const Remainder rest = reduced(radians);
  const double x = rest.high;
  const double x2 = x * x;
  // All terms but the first, which is exact, are small: what their rounding costs is too.
  double sine = 1.0 / 16 / 17;
  for (int n = 14; n >= 2; n -= 2) sine = (1.0 - x2 * sine) / (n * (n + 1));
  const double sin = x + (rest.low * (1.0 - 0.5 * x2) - x * x2 * sine);
  double cosine = 1.0 / 17 / 18;
  for (int n = 15; n >= 3; n -= 2) cosine = (1.0 - x2 * cosine) / (n * (n + 1));
  // cos = 1 - x2/2 + x2^2 * cosine / 2, with what 1 - x2/2 loses, and x2 too, put back.
  const double half = 0.5 * x2;
  const double near = 1.0 - half;
  const double lost = ((1.0 - near) - half) - 0.5 * lost_by_product(x, x);
  const double cos = near + (lost + (x2 * half * cosine - x * rest.low));
  return turned({sin, cos}, rest.quarter);
}

}  // namespace epochmill::strict
