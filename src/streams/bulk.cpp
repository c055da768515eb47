#include "streams/bulk.hpp"

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "streams/bulk_kernels.hpp"

namespace epochmill::streams {
namespace {

constexpr std::uint64_t kFieldLimit = 1ULL << 33;
constexpr std::uint64_t kTileWords = 1024;  // 4 KiB of words: they stay in the L1 cache

// The counter of bulk block 0.
Counter field_start(const Stream& stream, std::uint64_t first, std::uint64_t size) {
  if (first > kFieldLimit || size > kFieldLimit - first) {
    throw internal_error("{} draws from element {} on reach beyond the field's {} elements", size,
                         first, kFieldLimit);
  }
  return stream.bulk_counter(0);
}

}  // namespace

void fill_words(const Stream& stream, std::uint64_t first, std::span<std::uint32_t> out) {
  bulk_words(stream.seed(), field_start(stream, first, out.size()), first, out);
}

void fill_uniform(const Stream& stream, std::uint64_t first, std::span<float> out) {
  const Counter counter = field_start(stream, first, out.size());
  std::array<std::uint32_t, kTileWords> words;
  while (!out.empty()) {
    const std::uint64_t count = std::min(out.size(), kTileWords - first % kTileWords);
    bulk_words(stream.seed(), counter, first, std::span(words).first(count));
    std::transform(words.begin(), words.begin() + count, out.begin(), [](std::uint32_t word) {
      // Below 2^24: exact as a signed integer, which converts fast.
      return static_cast<float>(static_cast<std::int32_t>(word >> 8)) * 0x1p-24F;
    });
    out = out.subspan(count);
    first += count;
  }
}

void fill_normal(const Stream& stream, std::uint64_t first, std::span<float> out) {
  bulk_normals(stream.seed(), field_start(stream, first, out.size()), first, out);
}

}  // namespace epochmill::streams
