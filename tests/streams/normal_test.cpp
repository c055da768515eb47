#include "streams/normal.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "streams/many_draws.hpp"
#include "streams/statistics.hpp"

namespace epochmill::streams {
namespace {

constexpr Block kAllOnes{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff};

TEST(Bits128, PutsTheHigherWordOnTop) {
  const Bits128 bits = bits128({0x00112233, 0x44556677, 0x8899aabb, 0xccddeeff});
  EXPECT_EQ(bits.low, 0x4455667700112233U);
  EXPECT_EQ(bits.high, 0xccddeeff8899aabbU);
  EXPECT_EQ(bits128(full_stream().scalar_block(9)).low, full_stream().bits64(9));
}

TEST(InnerUniform, ReachesNeitherEnd) {
  EXPECT_EQ(inner_uniform(0), 0x1p-53);
  EXPECT_EQ(inner_uniform(0xfff), 0x1p-53);
  EXPECT_EQ(inner_uniform(0x1000), 0x3p-53);
  EXPECT_EQ(inner_uniform(0x7fffffffffffffff), 0.5 - 0x1p-53);
  EXPECT_EQ(inner_uniform(0x8000000000000000), 0.5 + 0x1p-53);
  EXPECT_EQ(inner_uniform(~0ULL), 1 - 0x1p-53);
}

TEST(Normal, IsTheTransformOfItsBlock) {
  for (DrawNumber draw = 0; draw < 10000; ++draw) {
    const Bits128 bits = bits128(example_stream().scalar_block(draw));
    const double u = inner_uniform(bits.low);
    const double turns = std::ldexp(static_cast<double>(bits.high), -64);
    const double expected = std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * turns);
    ASSERT_NEAR(normal(example_stream(), draw), expected, 1e-14);
  }
}

TEST(Normal, StaysWithinItsBoundAtTheEndsOfTheWords) {
  EXPECT_NEAR(normal_of({0, 0, 0, 0}), 8.5716747, 1e-6);            // largest radius, angle 0
  EXPECT_NEAR(normal_of({0, 0, 0, 0x80000000}), -8.5716747, 1e-6);  // half a turn
  EXPECT_LE(normal_of({0, 0, 0, 0}), 8.58);
  EXPECT_NEAR(normal_of(kAllOnes), 0, 1e-7);  // smallest radius
  EXPECT_TRUE(std::isfinite(normal_of(kAllOnes)));
}

TEST(NormalShape, OfScalarDrawsIsThatOfAStandardNormal) {
  const std::vector<double> values =
      many_draws(8, [](const Stream& s, DrawNumber d) { return normal(s, d); });
  double moments[5] = {};
  for (double value : values) {
    double power = 1;
    for (double& moment : moments) {
      moment += power;
      power *= value;
    }
  }
  const auto n = static_cast<double>(values.size());
  EXPECT_NEAR(moments[1] / n, 0, 4 * std::sqrt(1 / n));
  EXPECT_NEAR(moments[2] / n, 1, 4 * std::sqrt(2 / n));
  EXPECT_NEAR(moments[3] / n, 0, 4 * std::sqrt(15 / n));
  EXPECT_NEAR(moments[4] / n, 3, 4 * std::sqrt(96 / n));
  const auto cdf = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  EXPECT_LT(kolmogorov_smirnov(values, cdf), 1.95);
}

}  // namespace
}  // namespace epochmill::streams
