#include "streams/beta.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "streams/gamma.hpp"
#include "streams/many_draws.hpp"
#include "streams/statistics.hpp"

namespace epochmill::streams {
namespace {

// Where the doubles below 1 become too coarse for Kolmogorov and Smirnov.
constexpr double kFineEnd = 1 - 1e-9;

const std::vector<std::pair<double, double>> kShapes{
    {0.1, 0.1}, {0.2, 0.2}, {0.4, 0.4}, {0.5, 0.5}, {1, 1}, {2, 2},    {5, 5},
    {50, 50},   {0.2, 0.4}, {0.4, 0.1}, {1, 3},     {5, 1}, {0.5, 20}, {50, 0.3}};

std::vector<double> betas(double a, double b) {
  return many_draws(2, [&](const Stream& s, DrawNumber d) { return beta(s, d, a, b); });
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInternal);
    return error.what();
  }
  return "nothing was thrown";
}

TEST(BetaShape, PassesKolmogorovAndSmirnovForEveryShape) {
  for (const auto& [a, b] : kShapes) {
    const auto cdf = [a = a, b = b](double x) { return beta_cdf(x, a, b); };
    EXPECT_LT(kolmogorov_smirnov(betas(a, b), cdf, kFineEnd), 1.95) << a << " " << b;
  }
}

TEST(BetaShape, HasItsMoments) {
  for (const auto& [a, b] : kShapes) {
    double moments[5] = {1, 0, 0, 0, 0};
    for (int k = 1; k < 5; ++k) moments[k] = moments[k - 1] * (a + k - 1) / (a + b + k - 1);
    double sum = 0;
    double squares = 0;
    const std::vector<double> values = betas(a, b);
    for (double value : values) {
      sum += value;
      squares += value * value;
    }
    const auto n = static_cast<double>(values.size());
    const double variance = moments[2] - moments[1] * moments[1];
    const double square_variance = moments[4] - moments[2] * moments[2];
    EXPECT_NEAR(sum / n, moments[1], 4 * std::sqrt(variance / n)) << a << " " << b;
    EXPECT_NEAR(squares / n, moments[2], 4 * std::sqrt(square_variance / n)) << a << " " << b;
  }
}

// What lies within half a step of 1 is 1, and what is below e^-700 is 0; both are as frequent as
// they must be, and nothing is ever NaN.
TEST(BetaShape, RoundsToItsEndsAsOftenAsItMust) {
  const double step = 0x1p-53;
  const double smallest = std::exp(-700.0);
  for (const auto& [a, b] : {std::pair{0.1, 0.1}, {0.001, 0.001}, {0.001, 0.01}, {0.02, 0.001}}) {
    double ones = 0;
    double zeros = 0;
    const std::vector<double> values = betas(a, b);
    for (double value : values) {
      ASSERT_GE(value, 0.0);
      ASSERT_LE(value, 1.0);
      ones += value == 1.0 ? 1 : 0;
      zeros += value == 0.0 ? 1 : 0;
    }
    const auto n = static_cast<double>(values.size());
    const double one = beta_cdf(step, b, a);
    const double zero = beta_cdf(smallest, a, b);
    EXPECT_NEAR(ones / n, one, 4 * std::sqrt(one / n)) << a << " " << b;
    EXPECT_NEAR(zeros / n, zero, 4 * std::sqrt(zero / n)) << a << " " << b;
  }
}

TEST(BetaShape, IsNarrowForLargeShapes) {
  for (double value : betas(kLargestShape, kLargestShape)) ASSERT_NEAR(value, 0.5, 0.002);
  for (double value : betas(kLargestShape, kSmallestShape)) ASSERT_GT(value, 0.9999);
}

TEST(Beta, IsTheShareOfItsTwoVariates) {
  for (DrawNumber draw = 0; draw < 2000; ++draw) {
    const double x = std::exp(log_gamma_variate(full_stream(), draw, 2.5));
    const double y = std::exp(log_gamma_variate(full_stream(), draw, 0.7, kGammaRetries));
    ASSERT_NEAR(beta(full_stream(), draw, 2.5, 0.7), x / (x + y), 1e-14);
  }
}

// One draw number is one Beta: its neighbour shares no word with it.
TEST(Beta, IsIndependentOfTheNextDraw) {
  const std::vector<double> values = betas(1, 1);
  std::vector<std::uint64_t> cells(16 * 16);
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    const auto x = static_cast<std::size_t>(16 * values[i]);
    const auto y = static_cast<std::size_t>(16 * values[i + 1]);
    ++cells[16 * x + y];
  }
  EXPECT_LT(std::abs(chi_square_z(cells)), 4);
}

TEST(Beta, NamesAShapeThatItRefuses) {
  EXPECT_THAT(refusal([] { beta(example_stream(), 3, 0, 1); }),
              ::testing::StartsWith("draw 3: a shape of 0 is not within [0.001, 1000000]"));
  EXPECT_THAT(refusal([] { beta(example_stream(), 3, 1, -0.5); }),
              ::testing::HasSubstr("a shape of -0.5"));
  EXPECT_THAT(refusal([] { beta(example_stream(), 3, 1, std::nan("")); }),
              ::testing::HasSubstr("a shape of nan"));
}

std::vector<std::vector<double>> dirichlets(const std::vector<double>& shapes) {
  const auto draw = [&](const Stream& s, DrawNumber d) { return dirichlet(s, d, shapes); };
  return many_draws(60000, draw, 1);
}

TEST(DirichletShape, HasBetaMarginalsAndPairs) {
  for (const std::vector<double>& shapes : std::vector<std::vector<double>>{
           {1, 1, 1}, {0.1, 2, 0.5, 30}, {0.4, 0.4}, {5, 5, 5, 5, 5}}) {
    double total = 0;
    for (double shape : shapes) total += shape;
    const auto all = dirichlets(shapes);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const std::size_t next = (i + 1) % shapes.size();
      std::vector<double> share;
      std::vector<double> pair;
      for (const std::vector<double>& shares : all) {
        share.push_back(shares[i]);
        pair.push_back(shares[i] + shares[next]);
      }
      const double a = shapes[i];
      const auto cdf = [&](double x) { return beta_cdf(x, a, total - a); };
      EXPECT_LT(kolmogorov_smirnov(share, cdf, kFineEnd), 1.95) << i << " of " << shapes.size();
      if (shapes.size() == 2) continue;
      const double both = a + shapes[next];
      const auto pair_cdf = [&](double x) { return beta_cdf(x, both, total - both); };
      EXPECT_LT(kolmogorov_smirnov(pair, pair_cdf, kFineEnd), 1.95) << i << " and the next";
    }
  }
}

TEST(Dirichlet, SumsToOneWithinItsBound) {
  for (const std::vector<double>& shapes :
       std::vector<std::vector<double>>{{1},
                                        {0.001, 0.001},
                                        {0.001, 0.001, 0.001},
                                        {1e6, 0.001, 1},
                                        std::vector<double>(100, 0.3),
                                        std::vector<double>(1000, 7.0)}) {
    const auto draw = [&](const Stream& s, DrawNumber d) { return dirichlet(s, d, shapes); };
    for (const std::vector<double>& shares : many_draws(100, draw, 1)) {
      ASSERT_EQ(shares.size(), shapes.size());
      double sum = 0;
      for (double share : shares) {
        ASSERT_GE(share, 0.0);
        ASSERT_LE(share, 1.0);
        sum += share;
      }
      ASSERT_NEAR(sum, 1, 0x1p-52 * static_cast<double>(shapes.size()));
    }
  }
}

TEST(Dirichlet, TakesOneDrawNumberAShare) {
  const std::vector<double> shapes{2, 0.5, 3};
  const std::vector<double> shares = dirichlet(full_stream(), 40, shapes);
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    sum += std::exp(log_gamma_variate(full_stream(), static_cast<DrawNumber>(40 + i), shapes[i]));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const auto draw = static_cast<DrawNumber>(40 + i);
    EXPECT_NEAR(shares[i], std::exp(log_gamma_variate(full_stream(), draw, shapes[i])) / sum,
                1e-14);
  }
}

TEST(Dirichlet, RefusesNoShapesBadShapesAndDrawsBeyondTheLast) {
  const std::vector<double> four(4, 1.0);
  EXPECT_NO_THROW(dirichlet(example_stream(), 65532, four));
  EXPECT_THAT(refusal([&] { dirichlet(example_stream(), 65533, four); }),
              ::testing::HasSubstr("a Dirichlet of 4 shapes would need draws beyond 65535"));
  EXPECT_THAT(refusal([] { dirichlet(example_stream(), 5, {}); }),
              ::testing::HasSubstr("draw 5: a Dirichlet of no shapes"));
  EXPECT_THAT(refusal([] {
                dirichlet(example_stream(), 5, std::vector<double>{1, 0, 1});
              }),
              ::testing::HasSubstr("draw 6: a shape of 0"));
}

}  // namespace
}  // namespace epochmill::streams
