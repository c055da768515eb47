#include "streams/significance.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace epochmill::streams {
namespace {

// Far out, p may be too large by `slack`: that errs on the safe side.
void expect_close(double found, double expected, double slack = 1.03) {
  EXPECT_GT(found, expected / 1.03);
  EXPECT_LT(found, expected * slack);
}

TEST(NormalP, IsThatOfTheTables) {
  EXPECT_DOUBLE_EQ(normal_p(0), 1);
  expect_close(normal_p(1.959964), 0.05);
  expect_close(normal_p(-1.959964), 0.05);
  expect_close(normal_p(5.730729), 1e-8);
}

// Expected values are exact: from the incomplete gamma function, at 30 digits.
TEST(ChiSquareP, IsThatOfTheTablesOnBothSides) {
  expect_close(chi_square_p(49.480438, 32), 0.05);
  expect_close(chi_square_p(18.290765, 32), 0.05);
  expect_close(chi_square_p(161.20873, 128), 0.05);
  expect_close(chi_square_p(98.575597, 128), 0.05);
  expect_close(chi_square_p(1110.4033, 1020), 0.05);
  expect_close(chi_square_p(933.38482, 1020), 0.05);
}

TEST(ChiSquareP, ErrsOnTheLargeSideFarOut) {
  expect_close(chi_square_p(85.457154, 28), 2e-7, 1.4);
  expect_close(chi_square_p(4.4287444, 28), 2e-7, 2.1);
  expect_close(chi_square_p(229.18366, 128), 2e-7, 1.1);
  expect_close(chi_square_p(61.344861, 128), 2e-7, 1.2);
  expect_close(chi_square_p(1272.4356, 1020), 2e-7, 1.03);
  expect_close(chi_square_p(802.25227, 1020), 2e-7, 1.03);
}

TEST(PoissonP, IsTheMiddleOfBothTailsOnBothSides) {
  expect_close(poisson_p(32, 32), 0.976683);
  expect_close(poisson_p(45, 32), 0.0288854);
  expect_close(poisson_p(20, 32), 0.0252824);
  expect_close(poisson_p(560, 512), 0.0360664);
}

TEST(PoissonP, ErrsOnTheLargeSideFarOut) {
  expect_close(poisson_p(70, 32), 6.32669e-9, 1.2);
  expect_close(poisson_p(8, 32), 5.64134e-7, 1.2);
  expect_close(poisson_p(640, 512), 5.07352e-8);
  expect_close(poisson_p(400, 512), 2.74972e-7);
}

TEST(CoinsP, CountsDeviationsFromOneHalf) {
  // 32 coins of 100 tosses, each 5 from the half: chi-square is 32 * 25 / 25.
  const std::vector<std::uint64_t> counts(32, 55);
  EXPECT_DOUBLE_EQ(coins_p(counts, 100), chi_square_p(32, 32));
}

}  // namespace
}  // namespace epochmill::streams
