#include "ops/draw_value.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

TEST(DrawValue, TakesWholeNumbersThereAndBack) {
  for (const int value : {0, 1, -7, 65537, (1 << 24) - 1, 1 << 24}) {
    EXPECT_EQ(whole_from_draw(whole_to_draw(value), "top", -10, 1 << 24), value);
  }
  expect_error(ErrorKind::kInput, "16777217", [] { whole_to_draw((1 << 24) + 1); });
}

TEST(DrawValue, RefusesWhatIsNoDrawOfItsKind) {
  for (const float draw : {0.5F, -1.0F, 8.0F, 3e9F, NAN, INFINITY}) {
    expect_error(ErrorKind::kInput, "'top'", [&] { whole_from_draw(draw, "top", 0, 7); });
  }
  for (const float draw : {-0.1F, NAN, INFINITY}) {
    expect_error(ErrorKind::kInput, "'sigma'", [&] { real_from_draw(draw, "sigma", 0); });
  }
}

TEST(DrawValue, CountsF32NumbersInARange) {
  EXPECT_EQ(uniform_outcomes(1.5, 1.5), 1);
  EXPECT_EQ(uniform_outcomes(1.0, std::nextafter(1.0F, 2.0F)), 2);
  EXPECT_EQ(uniform_outcomes(1.0, 2.0), (1 << 23) + 1);
  EXPECT_EQ(uniform_outcomes(0.0, 2.0), 1 << 24);
}

TEST(DrawValue, DrawsTheOnlyNumberOfAnEmptyRange) {
  EXPECT_EQ(uniform_draw(stream_at(3), 0, 0.1, 0.1), 0.1F);
}

}  // namespace
}  // namespace epochmill::ops
