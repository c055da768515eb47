#include "streams/permutation.hpp"

#include <bit>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "streams/distributions.hpp"

namespace epochmill::streams {
namespace {

constexpr std::uint64_t kLargestShuffle = 1ULL << 16;  // one scalar draw, of 16 bits, per place
constexpr std::uint64_t kSizeLimit = 1ULL << 40;
constexpr std::uint32_t kRounds = 12;
constexpr unsigned kRoundShift = 27;  // a half has at most 20 bits, so rounds cannot meet

std::vector<std::uint32_t> shuffled(const Stream& stream, std::uint64_t n) {
  std::vector<std::uint32_t> values(n);
  std::iota(values.begin(), values.end(), 0U);
  for (std::uint64_t last = n; last-- > 1;) {
    const auto draw = static_cast<DrawNumber>(last);
    const std::int64_t pick = integer_between(stream, draw, 0, static_cast<std::int64_t>(last) + 1);
    std::swap(values[last], values[static_cast<std::uint64_t>(pick)]);
  }
  return values;
}

std::uint32_t round_word(const Stream& stream, std::uint32_t round, std::uint32_t half) {
  return stream.bulk_block(round << kRoundShift | half)[0];
}

std::uint64_t feistel(const Stream& stream, unsigned half_bits, std::uint64_t value) {
  const std::uint32_t mask = (1U << half_bits) - 1;
  auto left = static_cast<std::uint32_t>(value >> half_bits);
  auto right = static_cast<std::uint32_t>(value) & mask;
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    left ^= round_word(stream, round, right) & mask;
    std::swap(left, right);
  }
  return std::uint64_t{left} << half_bits | right;
}

std::uint64_t feistel_inverse(const Stream& stream, unsigned half_bits, std::uint64_t value) {
  const std::uint32_t mask = (1U << half_bits) - 1;
  auto left = static_cast<std::uint32_t>(value >> half_bits);
  auto right = static_cast<std::uint32_t>(value) & mask;
  for (std::uint32_t round = kRounds; round-- > 0;) {
    std::swap(left, right);
    left ^= round_word(stream, round, right) & mask;
  }
  return std::uint64_t{left} << half_bits | right;
}

void check_below(std::uint64_t index, std::uint64_t n) {
  if (index >= n) throw internal_error("{} is no element of a permutation of {}", index, n);
}

}  // namespace

Permutation::Permutation(const Stream& stream, std::uint64_t n) : stream_(stream), n_(n) {
  if (n > kSizeLimit) {
    throw usage_error("cannot permute {} things: expected at most {}; split the dataset", n,
                      kSizeLimit);
  }
  if (n > kLargestShuffle) {
    half_bits_ = static_cast<unsigned>(std::bit_width(n - 1) + 1) / 2;
    return;
  }
  forward_ = shuffled(stream, n);
  backward_.resize(n);
  for (std::uint32_t index = 0; index < n; ++index) backward_[forward_[index]] = index;
}

std::uint64_t Permutation::operator()(std::uint64_t index) const {
  check_below(index, n_);
  if (half_bits_ == 0) return forward_[index];
  std::uint64_t value = index;
  do value = feistel(stream_, half_bits_, value);
  while (value >= n_);
  return value;
}

std::uint64_t Permutation::inverse(std::uint64_t value) const {
  check_below(value, n_);
  if (half_bits_ == 0) return backward_[value];
  std::uint64_t index = value;
  do index = feistel_inverse(stream_, half_bits_, index);
  while (index >= n_);
  return index;
}

}  // namespace epochmill::streams
