// strict_math against libm's long double, which has 11 bits more.
#include "base/strict_math.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <utility>

namespace epochmill::strict {
namespace {

static_assert(std::numeric_limits<long double>::digits > 60,
              "the reference must be finer than double");

constexpr double kMostUlps = 3;
constexpr double kSmallestSubnormal = std::numeric_limits<double>::denorm_min();
constexpr double kSmallestNormal = std::numeric_limits<double>::min();
constexpr double kLargest = std::numeric_limits<double>::max();

// How many units in the last place of the right result `found` is off.
double ulps(double found, long double right) {
  const double size = std::abs(static_cast<double>(right));
  const double ulp = std::nextafter(size, kLargest) - size;
  return static_cast<double>(std::abs(static_cast<long double>(found) - right) / ulp);
}

double log_ulps(double x) { return ulps(log(x), std::log(static_cast<long double>(x))); }
double exp_ulps(double x) { return ulps(exp(x), std::exp(static_cast<long double>(x))); }

// sin and cos of 2 pi turns. The quarter turn is taken off before the product with 2 pi, where it
// is exact.
std::pair<long double, long double> right_sin_cos(double turns) {
  const double quarters = std::round(4 * turns);
  const long double angle = 2 * std::numbers::pi_v<long double> * (turns - quarters / 4);
  const long double sine = std::sin(angle);
  const long double cosine = std::cos(angle);
  switch (static_cast<int>(quarters) % 4) {
    case 0:
      return {sine, cosine};
    case 1:
      return {cosine, -sine};
    case 2:
      return {-sine, -cosine};
    default:
      return {-cosine, sine};
  }
}

double sin_cos_ulps(double turns) {
  const SinCos found = sin_cos_turns(turns);
  const auto [sine, cosine] = right_sin_cos(turns);
  return std::max(ulps(found.sin, sine), ulps(found.cos, cosine));
}

TEST(StrictLog, IsExactAtOne) { EXPECT_EQ(log(1.0), 0.0); }

TEST(StrictLog, IsWithinItsBoundAtTheEnds) {
  for (double x : {kSmallestSubnormal, 3 * kSmallestSubnormal, std::nextafter(kSmallestNormal, 0),
                   kSmallestNormal, std::nextafter(kSmallestNormal, 1), kLargest, 0.5, 2.0, 10.0,
                   std::nextafter(1.0, 0), std::nextafter(1.0, 2), std::numbers::sqrt2,
                   std::nextafter(std::numbers::sqrt2, 0), std::nextafter(std::numbers::sqrt2, 2),
                   std::numbers::sqrt2 / 2, std::nextafter(std::numbers::sqrt2 / 2, 0)}) {
    EXPECT_LT(log_ulps(x), kMostUlps) << x;
  }
}

TEST(StrictLog, IsWithinItsBoundOverAllMagnitudes) {
  std::mt19937_64 random(1);
  const auto end = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity());
  double worst = 0;
  for (int i = 0; i < 1000000; ++i) {
    worst = std::max(worst, log_ulps(std::bit_cast<double>(1 + random() % (end - 1))));
  }
  EXPECT_LT(worst, kMostUlps);
}

TEST(StrictLog, IsWithinItsBoundAmongSubnormals) {
  std::mt19937_64 random(2);
  double worst = 0;
  for (int i = 0; i < 100000; ++i) {
    const std::uint64_t bits = 1 + (random() >> (12 + random() % 52));
    worst = std::max(worst, log_ulps(std::bit_cast<double>(bits)));
  }
  EXPECT_LT(worst, kMostUlps);
}

TEST(StrictLog, IsWithinItsBoundAroundOne) {
  std::mt19937_64 random(3);
  double worst = 0;
  for (int i = 0; i < 1000000; ++i) {
    const double fraction = static_cast<double>(random() >> 11) * 0x1p-53;
    worst = std::max(worst, log_ulps(0.5 + 1.5 * fraction));
    const double step = std::ldexp(fraction, -static_cast<int>(random() % 52));
    worst = std::max(worst, log_ulps(1 + step));
    worst = std::max(worst, log_ulps(1 - step / 2));
  }
  EXPECT_LT(worst, kMostUlps);
}

TEST(StrictExp, IsExactAtZero) {
  EXPECT_EQ(exp(0.0), 1.0);
  EXPECT_EQ(exp(-0.0), 1.0);
}

TEST(StrictExp, IsWithinItsBoundAtTheEnds) {
  for (double x : {700.0, -700.0, 1.0, -1.0, kSmallestSubnormal, -kSmallestSubnormal, 0x1p-53,
                   -0x1p-54, std::numbers::ln2, std::numbers::ln2 / 2, -std::numbers::ln2 / 2,
                   std::nextafter(std::numbers::ln2 / 2, 0), 1.5 * std::numbers::ln2}) {
    EXPECT_LT(exp_ulps(x), kMostUlps) << x;
  }
}

TEST(StrictExp, IsWithinItsBoundOverItsDomain) {
  std::mt19937_64 random(4);
  double worst = 0;
  for (int i = 0; i < 1000000; ++i) {
    const double x = 1400 * (static_cast<double>(random() >> 11) * 0x1p-53) - 700;
    worst = std::max(worst, exp_ulps(x));
    worst = std::max(worst, exp_ulps(std::ldexp(x, -static_cast<int>(random() % 64))));
  }
  EXPECT_LT(worst, kMostUlps);
}

TEST(StrictExp, UndoesTheLogarithm) {
  for (double x : {1e-300, 0.08, 0.75, 1.0, 4.0 / 3, 1e300}) {
    const double relative = std::abs(exp(log(x)) / x - 1);
    EXPECT_LT(relative, 1e-15 * (2 + std::abs(log(x)))) << x;
  }
}

TEST(StrictSinCos, IsExactAtTheQuarters) {
  const std::pair<double, double> quarters[] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
  for (int quarter = 0; quarter < 4; ++quarter) {
    const SinCos found = sin_cos_turns(0.25 * quarter);
    EXPECT_EQ(found.sin, quarters[quarter].first);
    EXPECT_EQ(found.cos, quarters[quarter].second);
  }
}

TEST(StrictSinCos, IsWithinItsBoundAroundTheEighths) {
  EXPECT_LT(sin_cos_ulps(kSmallestNormal), kMostUlps);
  for (int eighth = 0; eighth <= 8; ++eighth) {
    double below = eighth / 8.0;
    double above = below;
    for (int step = 0; step < 1000; ++step) {
      below = std::nextafter(below, -1);
      above = std::nextafter(above, 2);
      if (eighth > 0) {
        ASSERT_LT(sin_cos_ulps(below), kMostUlps) << below;
      }
      if (eighth < 8 && above > kSmallestNormal) {
        ASSERT_LT(sin_cos_ulps(above), kMostUlps) << above;
      }
    }
  }
}

TEST(StrictSinCos, IsWithinItsBoundOverTheTurn) {
  std::mt19937_64 random(5);
  double worst = 0;
  for (int i = 0; i < 1000000; ++i) {
    const double turns = static_cast<double>(random() >> 11) * 0x1p-53;
    worst = std::max(worst, sin_cos_ulps(turns));
    worst = std::max(worst, sin_cos_ulps(std::ldexp(turns, -static_cast<int>(random() % 64))));
  }
  EXPECT_LT(worst, kMostUlps);
}

double radian_ulps(double radians) {
  const SinCos found = sin_cos(radians);
  const auto x = static_cast<long double>(radians);
  return std::max(ulps(found.sin, std::sin(x)), ulps(found.cos, std::cos(x)));
}

TEST(StrictRadians, AreWithinAUnitOfTheLastPlace) {
  std::mt19937_64 random(6);
  double worst = 0;
  for (int i = 0; i < 1000000; ++i) {
    const double part = static_cast<double>(random() >> 11) * 0x1p-52 - 1;
    worst = std::max(worst, radian_ulps(2 * std::numbers::pi * part));
    worst = std::max(worst, radian_ulps(1000 * part));
    worst = std::max(worst, radian_ulps(std::ldexp(part, -static_cast<int>(random() % 60))));
  }
  EXPECT_LT(worst, 0.8);
}

// Where an angle in degrees is a multiple of 45, its double in radians is not one: sine and cosine
// show by how much.
TEST(StrictRadians, AreRoundedRightAtTheEighthsOfATurn) {
  for (int eighth = -16; eighth <= 16; ++eighth) {
    if (eighth == 0) continue;
    EXPECT_LE(radian_ulps(eighth * 45 * (std::numbers::pi / 180)), 0.501) << eighth;
  }
  EXPECT_EQ(sin_cos(0).sin, 0);
  EXPECT_EQ(sin_cos(0).cos, 1);
  EXPECT_EQ(sin_cos(std::numbers::pi / 2).cos, 0x1.1a62633145c07p-54);
}

TEST(StrictProduct, LosesWhatItSays) {
  EXPECT_EQ(lost_by_product(3, 5), 0);
  EXPECT_EQ(lost_by_product(1 + 0x1p-30, 1 + 0x1p-30), 0x1p-60);
  EXPECT_EQ(lost_by_product(1 - 0x1p-53, 1 - 0x1p-53), 0x1p-106);
}

// The bits themselves, on every CPU and compiler.
TEST(StrictMath, GivesTheGoldenValues) {
  EXPECT_EQ(log(0.08), -0x1.434b1382efeb8p+1);
  EXPECT_EQ(log(1e300), 0x1.5963447f87fb5p+9);
  EXPECT_EQ(exp(0.3), 0x1.599058c8c1a96p+0);
  EXPECT_EQ(exp(-123.456), 0x1.da9fb9e4ee72p-179);
  EXPECT_EQ(sin_cos(2.5).sin, 0x1.326af0dcfcabp-1);
  EXPECT_EQ(sin_cos(2.5).cos, -0x1.9a2f7ef858b7dp-1);
  EXPECT_EQ(sin_cos_turns(0.3).sin, 0x1.e6f0e134455p-1);
  EXPECT_EQ(sin_cos_turns(0.3).cos, -0x1.3c6ef372fe94ep-2);
}

}  // namespace
}  // namespace epochmill::strict
