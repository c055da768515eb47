#include "streams/choice.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.hpp"
#include "streams/distributions.hpp"

namespace epochmill::streams {
namespace {

constexpr int kExponentBias = 1023;

// Throws `usage` unless `weights` are what Choice takes.
void check_weights(std::span<const double> weights) {
  if (weights.empty() || weights.size() > Choice::kMostWeights) {
    throw usage_error("{} weights to choose by; expected 1 to {}", weights.size(),
                      Choice::kMostWeights);
  }
  bool is_any_above_zero = false;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double weight = weights[i];
    if (weight == 0.0) continue;
    if (!(weight >= Choice::kSmallestWeight && weight <= Choice::kLargestWeight)) {
      throw usage_error("weight {} (counted from 0) is {}; expected 0, or a number from {} to {}",
                        i, weight, Choice::kSmallestWeight, Choice::kLargestWeight);
    }
    is_any_above_zero = true;
  }
  if (!is_any_above_zero) {
    throw usage_error(
        "all weights, 0 to {}, are 0: there is nothing to choose; give at least one "
        "of them a weight above 0",
        weights.size() - 1);
  }
}

// 2^(62 - b - E). The limits of a weight keep it, and every product with it, far from the ends of
// the doubles.
double scale_of(std::span<const double> weights) {
  const double largest = *std::max_element(weights.begin(), weights.end());
  const int exponent =
      static_cast<int>(std::bit_cast<std::uint64_t>(largest) >> 52) - kExponentBias;
  const int shift = 62 - static_cast<int>(std::bit_width(weights.size())) - exponent;
  return std::bit_cast<double>(static_cast<std::uint64_t>(kExponentBias + shift) << 52);
}

}  // namespace

Choice::Choice(std::span<const double> weights) {
  check_weights(weights);
  const double scale = scale_of(weights);
  std::uint64_t end = 0;
  for (const double weight : weights) {
    end += static_cast<std::uint64_t>(std::ceil(weight * scale));  // at most 2^62
    ends_.push_back(end);
  }
}

std::size_t Choice::at(std::uint64_t pick) const {
  if (pick >= total()) throw internal_error("{} is no number of a choice of {}", pick, total());
  const auto end = std::upper_bound(ends_.begin(), ends_.end(), pick);
  return static_cast<std::size_t>(end - ends_.begin());
}

std::size_t Choice::operator()(const Stream& stream, DrawNumber draw) const {
  const auto end = static_cast<std::int64_t>(total());
  return at(static_cast<std::uint64_t>(integer_between(stream, draw, 0, end)));
}

}  // namespace epochmill::streams
