#include "streams/beta.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/strict_math.hpp"
#include "streams/gamma.hpp"

namespace epochmill::streams {
namespace {

static_assert(2 * kGammaRetries <= Stream::kRetryLimit, "two variates share one draw number");

constexpr double kSmallestExponent = -700.0;  // where strict::exp ends

double exp_or_zero(double x) { return x < kSmallestExponent ? 0.0 : strict::exp(x); }

}  // namespace

double beta(const Stream& stream, DrawNumber draw, double a, double b) {
  const double difference =
      log_gamma_variate(stream, draw, a) - log_gamma_variate(stream, draw, b, kGammaRetries);
  const double smaller = exp_or_zero(-std::abs(difference));
  return (difference >= 0.0 ? 1.0 : smaller) / (1.0 + smaller);
}

std::vector<double> dirichlet(const Stream& stream, DrawNumber draw,
                              std::span<const double> shapes) {
  if (shapes.empty()) throw internal_error("draw {}: a Dirichlet of no shapes", draw);
  constexpr std::size_t kLastDraw = std::numeric_limits<DrawNumber>::max();
  if (shapes.size() - 1 > kLastDraw - draw) {
    throw internal_error("draw {}: a Dirichlet of {} shapes would need draws beyond {}", draw,
                         shapes.size(), kLastDraw);
  }
  std::vector<double> shares;
  shares.reserve(shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    shares.push_back(log_gamma_variate(stream, static_cast<DrawNumber>(draw + i), shapes[i]));
  }
  const double largest = *std::max_element(shares.begin(), shares.end());
  double sum = 0.0;
  for (double& share : shares) {
    share = exp_or_zero(share - largest);
    sum += share;
  }
  for (double& share : shares) share /= sum;
  return shares;
}

}  // namespace epochmill::streams
