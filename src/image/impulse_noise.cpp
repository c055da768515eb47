#include "image/impulse_noise.hpp"

#include <algorithm>
#include <cstddef>

#include "base/error.hpp"

namespace epochmill::image {
namespace {

constexpr std::size_t kBlock = 16;

template <typename T>
void add(std::span<T> values, std::size_t channels, std::span<const std::uint32_t> words,
         const ImpulseRange& range, T salt) {
  if (words.size() * channels != values.size()) {
    if (words.size() != values.size()) {
      throw internal_error("add_impulses: {} words for {} values of {} channels", words.size(),
                           values.size(), channels);
    }
    channels = 1;
  }
  for (std::size_t first = 0; first < words.size(); first += kBlock) {
    const std::size_t count = std::min(kBlock, words.size() - first);
    // Most words mean nothing: the least of a block, which vectors find, says whether any does.
    std::uint32_t least = words[first];
    for (std::size_t i = 1; i < count; ++i) least = std::min(least, words[first + i]);
    if (least >= range.salt_end) continue;
    for (std::size_t i = first; i < first + count; ++i) {
      if (words[i] >= range.salt_end) continue;
      std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(i * channels), channels,
                  words[i] < range.pepper_end ? T{0} : salt);
    }
  }
}

}  // namespace

void add_impulses(std::span<std::uint8_t> values, int channels,
                  std::span<const std::uint32_t> words, const ImpulseRange& range) {
  add(values, static_cast<std::size_t>(channels), words, range, std::uint8_t{255});
}

void add_impulses(std::span<float> values, int channels, std::span<const std::uint32_t> words,
                  const ImpulseRange& range) {
  add(values, static_cast<std::size_t>(channels), words, range, 1.0F);
}

}  // namespace epochmill::image
