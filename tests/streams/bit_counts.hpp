// How often each bit of a word is set, in many words.
#pragma once

#include <array>
#include <cstdint>

namespace epochmill::streams {

// Adds 8 bits at a time, each into a byte of its own, and empties the bytes before they overflow.
class BitCounts {
 public:
  void add(std::uint32_t word) {
    for (unsigned byte = 0; byte < 4; ++byte) packed_[byte] += kSpread[word >> 8 * byte & 0xffU];
    if (++pending_ == 255) empty();
  }

  // counts()[b] of bit b.
  std::array<std::uint64_t, 32> counts() const {
    BitCounts copy = *this;
    copy.empty();
    return copy.counts_;
  }

 private:
  // Bit b of a byte, as byte b of 8.
  static constexpr std::array<std::uint64_t, 256> kSpread = [] {
    std::array<std::uint64_t, 256> spread{};
    for (std::uint64_t byte = 0; byte < 256; ++byte) {
      for (unsigned bit = 0; bit < 8; ++bit) spread[byte] |= (byte >> bit & 1U) << 8 * bit;
    }
    return spread;
  }();

  void empty() {
    for (unsigned bit = 0; bit < 32; ++bit) {
      counts_[bit] += packed_[bit / 8] >> 8 * (bit % 8) & 0xffU;
    }
    packed_ = {};
    pending_ = 0;
  }

  std::array<std::uint64_t, 4> packed_{};
  unsigned pending_ = 0;
  std::array<std::uint64_t, 32> counts_{};
};

}  // namespace epochmill::streams
