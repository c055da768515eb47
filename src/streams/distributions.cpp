#include "streams/distributions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.hpp"
#include "base/strict_math.hpp"
#include "streams/box_muller.hpp"

namespace epochmill::streams {
namespace {

__extension__ typedef unsigned __int128 Uint128;

constexpr std::uint64_t kWordsPerBlock = 4;
constexpr std::uint64_t kTileBlocks = 64;  // 2 KiB of words and normals: they stay in the L1 cache
constexpr std::uint64_t kFieldLimit = kWordsPerBlock << 31;

// The normals of `blocks` <= kTileBlocks bulk blocks from `first_block` on.
void fill_tile(const Stream& stream, std::uint64_t first_block, std::uint64_t blocks,
               std::array<float, kWordsPerBlock * kTileBlocks>& tile) {
  std::array<std::uint32_t, kWordsPerBlock * kTileBlocks> words;
  for (std::uint64_t b = 0; b < blocks; ++b) {
    const Block block = stream.bulk_block(static_cast<std::uint32_t>(first_block + b));
    std::copy(block.begin(), block.end(), words.begin() + kWordsPerBlock * b);
  }
  for (std::uint64_t pair = 0; pair < 2 * blocks; ++pair) {
    const NormalPair normals = box_muller(words[2 * pair], words[2 * pair + 1]);
    tile[2 * pair] = normals.first;
    tile[2 * pair + 1] = normals.second;
  }
}

}  // namespace

double uniform(const Stream& stream, DrawNumber draw) {
  return static_cast<double>(stream.bits64(draw) >> 11) * 0x1p-53;
}

double uniform_between(const Stream& stream, DrawNumber draw, double a, double b) {
  if (!(a <= b) || !std::isfinite(b - a)) {
    throw internal_error("draw {}: [{}, {}] is no finite interval", draw, a, b);
  }
  return a + (b - a) * uniform(stream, draw);
}

std::optional<std::uint64_t> bounded(std::uint64_t word, std::uint64_t range) {
  if (range == 0) throw internal_error("no integer is in an empty range");
  const Uint128 product = static_cast<Uint128>(word) * range;
  const auto low = static_cast<std::uint64_t>(product);
  // 2^64 mod range is below range, so the division is almost never needed.
  if (low < range && low < (0 - range) % range) return std::nullopt;
  return static_cast<std::uint64_t>(product >> 64);
}

std::int64_t integer_between(const Stream& stream, DrawNumber draw, std::int64_t a,
                             std::int64_t b) {
  if (a >= b) throw internal_error("draw {}: no integer is in [{}, {})", draw, a, b);
  const std::uint64_t range = static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
  for (std::uint32_t retry = 0; retry < Stream::kRetryLimit; ++retry) {
    const std::optional<std::uint64_t> offset = bounded(stream.bits64(draw, retry), range);
    if (offset) return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + *offset);
  }
  // A word is rejected with probability below 1/2, so this happens once in 2^256 draws.
  throw internal_error("draw {}: all {} retries were rejected", draw, Stream::kRetryLimit);
}

std::uint64_t bernoulli_threshold(double p) {
  if (!(p >= 0.0 && p < 1.0)) throw internal_error("{} is no probability in [0, 1)", p);
  return static_cast<std::uint64_t>(p * 0x1p64);  // a product by a power of two is exact
}

bool bernoulli(const Stream& stream, DrawNumber draw, double p) {
  if (std::isnan(p)) throw internal_error("draw {}: the probability is not a number", draw);
  if (p <= 0.0) return false;
  if (p >= 1.0) return true;
  return stream.bits64(draw) < bernoulli_threshold(p);
}

double log_uniform_between(const Stream& stream, DrawNumber draw, double a, double b) {
  if (!(a >= 1e-300 && a <= b && b <= 1e300)) {
    throw internal_error("draw {}: [{}, {}] is not within [1e-300, 1e300]", draw, a, b);
  }
  const double exponent = uniform_between(stream, draw, strict::log(a), strict::log(b));
  return std::clamp(strict::exp(exponent), a, b);
}

void fill_normal(const Stream& stream, std::uint64_t first, std::span<float> out) {
  if (first > kFieldLimit || out.size() > kFieldLimit - first) {
    throw internal_error("{} normals from element {} on reach beyond the field's {} elements",
                         out.size(), first, kFieldLimit);
  }
  std::array<float, kWordsPerBlock * kTileBlocks> tile;
  while (!out.empty()) {
    const std::uint64_t skipped = first % kWordsPerBlock;
    const std::uint64_t count =
        std::min<std::uint64_t>(out.size(), kWordsPerBlock * kTileBlocks - skipped);
    const std::uint64_t blocks = (skipped + count + kWordsPerBlock - 1) / kWordsPerBlock;
    fill_tile(stream, first / kWordsPerBlock, blocks, tile);
    std::copy_n(tile.begin() + skipped, count, out.begin());
    out = out.subspan(count);
    first += count;
  }
}

}  // namespace epochmill::streams
