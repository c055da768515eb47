// One of several things, by weight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "streams/stream.hpp"

namespace epochmill::streams {

// Weights are turned into whole numbers once, so that a choice is an unbiased integer and no sum of
// rounded probabilities: with b = the binary digits of n, and 2^E <= the largest weight < 2^(E+1),
//
//   q_i = ceil(w_i * 2^(62 - b - E))       Q = q_0 + ... + q_(n-1) < 2^63
//
// and thing i is chosen with probability q_i / Q exactly, by integer_between(0, Q) (Lemire 2019)
// and the first i with q_0 + ... + q_i above it: inversion of a discrete distribution (Devroye
// 1986, III.2). For weights that are whole numbers below 2^51 this is w_i / sum exactly; for others
// |q_i / Q - w_i / sum| < n / 2^(62 - b) <= n^2 * 2^-61, since 0 <= q_i - w_i * 2^(62 - b - E) < 1
// and Q >= 2^(62 - b). Weight 0 is never chosen; every other weight can be. Immutable: any thread.
class Choice {
 public:
  static constexpr std::size_t kMostWeights = 1024;
  static constexpr double kSmallestWeight = 1e-100;  // but for 0
  static constexpr double kLargestWeight = 1e100;

  // Throws `usage`, naming index and value, for a weight that is neither 0 nor in [kSmallestWeight,
  // kLargestWeight]; for none, or more than kMostWeights of them; and when all are 0.
  explicit Choice(std::span<const double> weights);

  std::size_t size() const { return ends_.size(); }
  std::uint64_t total() const { return ends_.back(); }  // Q
  // The thing that number `pick` of [0, Q) stands for. Throws `internal` for pick >= total().
  std::size_t at(std::uint64_t pick) const;
  // at(integer_between(0, Q)). One draw number; a rejected word goes to its next retry.
  std::size_t operator()(const Stream& stream, DrawNumber draw) const;

 private:
  std::vector<std::uint64_t> ends_;  // q_0 + ... + q_i
};

}  // namespace epochmill::streams
