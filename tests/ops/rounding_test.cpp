#include "ops/rounding.hpp"

#include <gtest/gtest.h>

namespace epochmill::ops {
namespace {

TEST(RoundHalfEven, RoundsAsPython) {
  EXPECT_EQ(round_half_even(0.5), 0);
  EXPECT_EQ(round_half_even(1.5), 2);
  EXPECT_EQ(round_half_even(2.5), 2);
  EXPECT_EQ(round_half_even(-0.5), 0);
  EXPECT_EQ(round_half_even(-1.5), -2);
  EXPECT_EQ(round_half_even(2.4999999999999996), 2);
  EXPECT_EQ(round_half_even(2.5000000000000004), 3);
  EXPECT_EQ(round_half_even(7), 7);
}

}  // namespace
}  // namespace epochmill::ops
