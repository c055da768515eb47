// Enough draws for a statistic.
#pragma once

#include <vector>

#include "streams/example.hpp"

namespace epochmill::streams {

inline constexpr std::uint64_t kDrawNumbers = 65536;

// draw(stream, number) for the first `numbers` draw numbers of each of `samples` samples.
template <typename Draw>
auto many_draws(std::uint64_t samples, Draw draw, std::uint64_t numbers = kDrawNumbers) {
  std::vector<decltype(draw(example_stream(), DrawNumber{0}))> values;
  for (std::uint64_t sample = 0; sample < samples; ++sample) {
    const Stream stream(kExampleSeed, {.epoch = 1, .sample = sample, .op = 3});
    for (std::uint64_t i = 0; i < numbers; ++i) {
      values.push_back(draw(stream, static_cast<DrawNumber>(i)));
    }
  }
  return values;
}

}  // namespace epochmill::streams
