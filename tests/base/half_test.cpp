#include "base/half.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace epochmill {
namespace {

TEST(Half, OfEveryHalfIsThatHalf) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    ASSERT_EQ(half_of(float_of_half(half)), half) << bits;
  }
}

// The value of a finite half by the standard's words.
double value_of(std::uint32_t half) {
  const int exponent = static_cast<int>(half >> 10 & 31);
  const double fraction = half & 1023;
  return exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
}

TEST(Half, IsTheNearestAndOfTwoTheEven) {
  for (std::uint32_t low = 0; low < 0x7BFF; ++low) {
    EXPECT_EQ(double{float_of_half(static_cast<std::uint16_t>(low))}, value_of(low));
    // Exact in f32: a half has 11 bits, and what lies between two of them one more.
    const auto middle = static_cast<float>((value_of(low) + value_of(low + 1)) / 2);
    const std::uint32_t even = low % 2 == 0 ? low : low + 1;
    ASSERT_EQ(half_of(middle), even);
    ASSERT_EQ(half_of(std::nextafter(middle, 0.0F)), low);
    ASSERT_EQ(half_of(std::nextafter(middle, 1e9F)), low + 1);
    ASSERT_EQ(half_of(-middle), even | 0x8000);
  }
}

TEST(Half, KeepsWhatIsNoNumber) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(half_of(infinity), 0x7C00);
  EXPECT_EQ(half_of(-infinity), 0xFC00);
  EXPECT_EQ(half_of(65519.996F), 0x7BFF);
  EXPECT_EQ(half_of(65520.0F), 0x7C00);
  EXPECT_EQ(half_of(3e38F), 0x7C00);
  EXPECT_EQ(half_of(-0.0F), 0x8000);
  EXPECT_EQ(half_of(1e-30F), 0);
  EXPECT_TRUE(std::isnan(float_of_half(half_of(std::numeric_limits<float>::quiet_NaN()))));
  // A NaN whose bits lie all in the part that is dropped stays one.
  EXPECT_EQ(half_of(std::bit_cast<float>(0x7F800001U)), 0x7C01);
}

}  // namespace
}  // namespace epochmill
