// Salt and pepper: pixels that go to one end of the scale.
#pragma once

#include <cstdint>
#include <span>

#include "image/image.hpp"

namespace epochmill::image {

// Which of the 2^32 words mean pepper, and which salt: [0, pepper_end) and [pepper_end, salt_end).
struct ImpulseRange {
  std::uint64_t pepper_end = 0;
  std::uint64_t salt_end = 0;
};

// Sets the values that words mean for: word i is for value i of `values` where words.size() is
// values.size(), or for all the `channels` values of pixel i. Salt is 255 for u8 and 1 for f32,
// pepper 0. Throws `internal` when there are as many words as neither.
void add_impulses(std::span<std::uint8_t> values, int channels,
                  std::span<const std::uint32_t> words, const ImpulseRange& range);
void add_impulses(std::span<float> values, int channels, std::span<const std::uint32_t> words,
                  const ImpulseRange& range);

}  // namespace epochmill::image
