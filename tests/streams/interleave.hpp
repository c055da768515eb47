// Streams laid side by side: a fault between two of them becomes a fault within one sequence, which
// any test of a single generator can see.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace epochmill::streams {

// Words [first, first + out.size()) of a lane's own sequence; both are multiples of 4.
using LaneFill =
    std::function<void(std::uint32_t lane, std::uint64_t first, std::span<std::uint32_t> out)>;

struct Shape {
  std::uint32_t lanes;
  std::uint32_t grain;  // words of one lane in turn: 1, 4, 16 or 64
};

// The endless sequence: `grain` words of lane 0, of lane 1, ..., of the last lane, the next `grain`
// words of lane 0, ... One thread at a time.
class Interleaver {
 public:
  Interleaver(LaneFill fill, Shape shape)
      : fill_(std::move(fill)),
        shape_(shape),
        lane_words_(
            std::max(kLargestGrain, kPageWords / shape.lanes / kLargestGrain * kLargestGrain)),
        rows_(shape.lanes * lane_words_),
        page_(rows_.size()) {}

  // The first `count` words, of one that has given none yet.
  std::vector<std::uint32_t> take(std::size_t count) {
    std::vector<std::uint32_t> words;
    while (words.size() < count) {
      const auto page = next_page();
      words.insert(words.end(), page.begin(), page.end());
    }
    words.resize(count);
    return words;
  }

  // The next words, as many as suit: a whole number of turns. Valid until the next call.
  std::span<const std::uint32_t> next_page() {
    for (std::uint32_t lane = 0; lane < shape_.lanes; ++lane) {
      fill_(lane, first_, std::span(rows_).subspan(lane * lane_words_, lane_words_));
    }
    first_ += lane_words_;
    auto out = page_.begin();
    for (std::size_t word = 0; word < lane_words_; word += shape_.grain) {
      for (std::uint32_t lane = 0; lane < shape_.lanes; ++lane) {
        out = std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(lane * lane_words_ + word),
                          shape_.grain, out);
      }
    }
    return page_;
  }

 private:
  static constexpr std::size_t kLargestGrain = 64;
  static constexpr std::size_t kPageWords = 1U << 16;  // they stay in the L2 cache

  LaneFill fill_;
  Shape shape_;
  std::size_t lane_words_;  // of each lane in a page
  std::uint64_t first_ = 0;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> page_;
};

}  // namespace epochmill::streams
