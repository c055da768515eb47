// How two blocks that should have nothing to do with each other differ.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "streams/address.hpp"
#include "streams/bit_counts.hpp"
#include "streams/interleave.hpp"
#include "streams/significance.hpp"

namespace epochmill::streams {

// Differences of many pairs of blocks, counted by bit and by number of bits.
class BlockChanges {
 public:
  void add(const Block& before, const Block& after) {
    unsigned distance = 0;
    for (std::size_t word = 0; word < 4; ++word) {
      const std::uint32_t changed = before[word] ^ after[word];
      by_bit_[word].add(changed);
      distance += static_cast<unsigned>(std::popcount(changed));
    }
    ++by_distance_[std::clamp(distance, kNearest, kFarthest)];
    ++pairs_;
  }

  // Each of the 128 bits changes with probability 1/2.
  double bits_p() const {
    std::vector<std::uint64_t> counts;
    for (const BitCounts& word : by_bit_) {
      for (std::uint64_t count : word.counts()) counts.push_back(count);
    }
    return coins_p(counts, pairs_);
  }

  // How many bits change is binomial: no bit follows another one.
  double distances_p() const {
    std::array<double, 129> chance{};  // of a distance; beyond the ends, of all that lie there
    for (unsigned distance = 0; distance <= 128; ++distance) {
      chance[std::clamp(distance, kNearest, kFarthest)] +=
          std::exp(std::lgamma(129.0) - std::lgamma(distance + 1.0) -
                   std::lgamma(129.0 - distance) - 128 * std::log(2.0));
    }
    double chi_square = 0;
    for (unsigned distance = kNearest; distance <= kFarthest; ++distance) {
      const double expected = static_cast<double>(pairs_) * chance[distance];
      const double excess = static_cast<double>(by_distance_[distance]) - expected;
      chi_square += excess * excess / expected;
    }
    return chi_square_p(chi_square, kFarthest - kNearest);
  }

 private:
  // Two and a half standard deviations from 64: 0.8% of the pairs lie at or beyond each end.
  static constexpr unsigned kNearest = 50;
  static constexpr unsigned kFarthest = 78;

  std::array<BitCounts, 4> by_bit_;
  std::array<std::uint64_t, 129> by_distance_{};
  std::uint64_t pairs_ = 0;
};

// The same block of lane i and lane i + 1, for every i, for about 2^17 pairs in all.
inline BlockChanges neighbour_changes(const LaneFill& fill, std::uint32_t lanes) {
  const std::size_t blocks = (1U << 17) / lanes;
  std::vector<std::uint32_t> before(4 * blocks);
  std::vector<std::uint32_t> after(4 * blocks);
  BlockChanges changes;
  fill(0, 0, before);
  for (std::uint32_t lane = 1; lane < lanes; ++lane) {
    fill(lane, 0, after);
    for (std::size_t i = 0; i < 4 * blocks; i += 4) {
      changes.add({before[i], before[i + 1], before[i + 2], before[i + 3]},
                  {after[i], after[i + 1], after[i + 2], after[i + 3]});
    }
    before.swap(after);
  }
  return changes;
}

}  // namespace epochmill::streams
