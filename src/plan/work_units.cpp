#include "plan/work_units.hpp"

#include <algorithm>
#include <cassert>

namespace epochmill::plan {
namespace {

// A round of units, one for each rank, is to take two thirds of what is left: the last third evens
// out ranks that are slower than others. Half would decode more often than that is worth, and all
// would wait for the slowest rank; docs/performance.md has the figures.
constexpr std::uint64_t kRoundTakes = 2;
constexpr std::uint64_t kRoundOf = 3;

// Making an epoch of a sample takes 0.1 to 0.4 of the time of decoding it, so smaller units than
// this mostly decode. Only ranks that had nothing at all otherwise get smaller ones.
constexpr std::uint64_t kFewEpochs = 8;

std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return a / b + (a % b == 0 ? 0 : 1); }

}  // namespace

std::uint64_t epochs_aimed_at(std::uint64_t open, std::uint64_t ranks) {
  assert(open > 0 && ranks > 0);
  const std::uint64_t share = ceil_div(open, ranks);
  return std::max(ceil_div(open * kRoundTakes, ranks * kRoundOf), std::min(kFewEpochs, share));
}

std::uint64_t epochs_to_grant(std::uint64_t open, std::uint64_t aim) {
  assert(open > 0 && aim > 0);
  const std::uint64_t units = std::max<std::uint64_t>((2 * open + aim) / (2 * aim), 1);  // nearest
  return ceil_div(open, units);
}

std::uint64_t WorkUnits::next(std::uint64_t open) {
  assert(open > 0 && open <= left_);
  if (left_in_round_ == 0) {
    left_in_round_ = ranks_;
    aim_ = epochs_aimed_at(left_, ranks_);
  }
  --left_in_round_;
  const std::uint64_t granted = ranks_ == 1 ? open : epochs_to_grant(open, aim_);
  left_ -= granted;
  return granted;
}

}  // namespace epochmill::plan
