#include "streams/distributions.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/strict_math.hpp"

namespace epochmill::streams {
namespace {

__extension__ typedef unsigned __int128 Uint128;

}  // namespace

double uniform(const Stream& stream, DrawNumber draw) {
  return static_cast<double>(stream.bits64(draw) >> 11) * 0x1p-53;
}

float uniform_f32(const Stream& stream, DrawNumber draw) {
  return static_cast<float>(stream.bits64(draw) >> 40) * 0x1p-24F;
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
  throw internal_error("draw {}: all {} retries were rejected", draw, Stream::kRetryLimit);
}

std::uint64_t bernoulli_threshold(double p) {
  if (!(p >= 0.0 && p < 1.0)) throw internal_error("{} is no probability in [0, 1)", p);
  return static_cast<std::uint64_t>(p * 0x1p64);  // exact, and below 2^64 as p is below 1
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

}  // namespace epochmill::streams
