// The statistics that the other tests rely on.
#include "streams/statistics.hpp"

#include <gmock/gmock.h>

#include <numbers>

namespace epochmill::streams {
namespace {

TEST(ChiSquare, IsSmallForGoodCountsAndLargeForBad) {
  EXPECT_LT(std::abs(chi_square_z({100, 110, 95, 103})), 1);
  EXPECT_GT(chi_square_z({1000, 1200, 900, 1000}), 10);
  EXPECT_LT(std::abs(chi_square_z({103, 195, 302}, {1, 2, 3})), 1);
  EXPECT_GT(chi_square_z({200, 200, 200}, {1, 2, 3}), 10);
}

TEST(KolmogorovSmirnov, IsTheLargestDistanceBelowItsEnd) {
  const auto cdf = [](double x) { return x; };
  EXPECT_DOUBLE_EQ(kolmogorov_smirnov({0.7, 0.1, 0.6, 0.2}, cdf), 2 * 0.3);
  EXPECT_DOUBLE_EQ(kolmogorov_smirnov({0.7, 0.1, 0.6, 0.2}, cdf, 0.5), 2 * 0.3);
  EXPECT_DOUBLE_EQ(kolmogorov_smirnov({0.7, 0.1, 0.6, 0.2}, cdf, 0.15), 2 * 0.15);
}

TEST(BetaCdf, IsRightWhereItHasAClosedForm) {
  for (double x : {0x1p-40, 0.001, 0.1, 0.3, 0.5, 0.7, 0.99, 1 - 0x1p-30}) {
    for (double shape : {0.1, 0.4, 1.0, 3.0, 50.0}) {
      EXPECT_NEAR(beta_cdf(x, shape, 1), std::pow(x, shape), 1e-13) << x << " " << shape;
      EXPECT_NEAR(beta_cdf(x, 1, shape), 1 - std::pow(1 - x, shape), 1e-13) << x << " " << shape;
      EXPECT_NEAR(beta_cdf(x, shape, shape) + beta_cdf(1 - x, shape, shape), 1, 1e-12);
    }
    EXPECT_NEAR(beta_cdf(x, 0.5, 0.5), 2 / std::numbers::pi * std::asin(std::sqrt(x)), 1e-11);
    EXPECT_NEAR(beta_cdf(x, 2, 2), x * x * (3 - 2 * x), 1e-13);
  }
  EXPECT_EQ(beta_cdf(0, 2, 3), 0);
  EXPECT_EQ(beta_cdf(1, 2, 3), 1);
}

}  // namespace
}  // namespace epochmill::streams
