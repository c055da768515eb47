#include "streams/gamma.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "streams/many_draws.hpp"
#include "streams/normal.hpp"
#include "streams/statistics.hpp"

namespace epochmill::streams {
namespace {

std::vector<double> logs(double shape) {
  return many_draws(2,
                    [&](const Stream& s, DrawNumber d) { return log_gamma_variate(s, d, shape); });
}

// One attempt with libm; nothing when it is rejected.
std::optional<double> plain_attempt(const Block& first, const Block& second, double shape) {
  const double d = (shape < 1 ? shape + 1 : shape) - 1.0 / 3;
  const double w = 1 + normal_of(first) / std::sqrt(9 * d);
  if (w <= 0) return std::nullopt;
  const double v = std::pow(w, 3);
  const Bits128 bits = bits128(second);
  const double chance = std::exp(std::pow(normal_of(first), 2) / 2 + d - d * v + d * std::log(v));
  if (inner_uniform(bits.low) >= chance) return std::nullopt;
  const double value = std::log(d * v);
  return shape < 1 ? value + std::log(inner_uniform(bits.high)) / shape : value;
}

TEST(LogGammaVariate, GoesToTheNextRetriesOfItsOwnDrawWhenRejected) {
  const Stream stream = full_stream();
  for (double shape : {0.2, 1.0, 3.0}) {
    int rejected = 0;
    for (DrawNumber draw = 0; draw < 5000; ++draw) {
      for (std::uint32_t first_retry : {0U, kGammaRetries}) {
        std::uint32_t retry = first_retry;
        std::optional<double> expected;
        while (!expected) {
          expected = plain_attempt(stream.scalar_block(draw, retry),
                                   stream.scalar_block(draw, retry + 1), shape);
          retry += 2;
        }
        rejected += retry > first_retry + 2 ? 1 : 0;
        ASSERT_NEAR(log_gamma_variate(stream, draw, shape, first_retry), *expected,
                    1e-13 * (10 + std::abs(*expected)));
      }
    }
    EXPECT_GT(rejected, 50) << shape;
    EXPECT_LT(rejected, 10000 * 0.055) << shape;  // once in 20.7 draws at shape 1
  }
}

TEST(LogGammaVariate, IsFiniteAtTheEndsOfItsShapes) {
  for (double shape : {kSmallestShape, kLargestShape}) {
    for (double value : logs(shape)) ASSERT_TRUE(std::isfinite(value)) << shape;
  }
}

TEST(LogGammaVariate, NamesAShapeThatItRefuses) {
  for (double shape : {0.0, -1.0, 0.00099, 1.1e6, std::nan(""), HUGE_VAL}) {
    try {
      log_gamma_variate(example_stream(), 12, shape);
      ADD_FAILURE() << shape;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInternal);
      EXPECT_THAT(error.what(), ::testing::HasSubstr(fmt::format("draw 12: a shape of {}", shape)));
    }
  }
}

TEST(LogGammaVariate, RefusesRetriesThatBelongToAnotherRedraw) {
  EXPECT_NO_THROW(log_gamma_variate(example_stream(), 0, 1, Stream::kRetryLimit - kGammaRetries));
  EXPECT_THROW(log_gamma_variate(example_stream(), 0, 1, Stream::kRetryLimit), Error);
}

TEST(GammaShape, IsExponentialOrErlangForWholeShapes) {
  for (int shape : {1, 2, 5, 50}) {
    std::vector<double> values = logs(shape);
    for (double& value : values) value = std::exp(value);
    // P(X <= x) is that of at least `shape` events of a Poisson process of mean x.
    const auto cdf = [&](double x) {
      double fewer = 0;
      for (int events = 0; events < shape; ++events) {
        fewer += std::exp(events * std::log(x) - x - std::lgamma(events + 1.0));
      }
      return 1 - fewer;
    };
    EXPECT_LT(kolmogorov_smirnov(values, cdf), 1.95) << shape;
  }
}

TEST(GammaShape, IsHalfASquaredNormalForOneHalf) {
  std::vector<double> values = logs(0.5);
  for (double& value : values) value = std::exp(value);
  EXPECT_LT(kolmogorov_smirnov(values, [](double x) { return std::erf(std::sqrt(x)); }), 1.95);
}

// P(X <= e^t) = e^(shape t) / Gamma(shape + 1) for small e^t: the lower tail of tiny shapes, which
// lies below every double.
TEST(GammaShape, IsAPowerInTheLowerTail) {
  for (double shape : {0.001, 0.01, 0.1}) {
    const auto cdf = [&](double t) { return std::exp(shape * t - std::lgamma(shape + 1)); };
    EXPECT_LT(kolmogorov_smirnov(logs(shape), cdf, -40), 1.95) << shape;
  }
}

TEST(GammaShape, IsNearlyNormalForTheLargest) {
  std::vector<double> values = logs(kLargestShape);
  for (double& value : values) value = (std::exp(value) - kLargestShape) / std::sqrt(kLargestShape);
  const auto cdf = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  EXPECT_LT(kolmogorov_smirnov(values, cdf), 1.95);
}

}  // namespace
}  // namespace epochmill::streams
