// Random numbers as a pure function of what they are for. A Stream is a value: an address and a
// seed. It has no state that a draw could change, so any draw can be made in any order, any number
// of times, on any thread.
#pragma once

#include <cstdint>
#include <span>

#include "streams/address.hpp"

namespace epochmill::streams {

// Which scalar draw of an op: a named constant of that op, 16 bits, never a running count.
using DrawNumber = std::uint16_t;

class Stream {
 public:
  static constexpr std::uint32_t kRedrawLimit = 128;
  static constexpr std::uint32_t kRetryLimit = 256;

  // Throws `usage` when a coordinate of `address` is out of range or redraw >= kRedrawLimit.
  Stream(std::uint64_t seed, const Address& address, std::uint32_t redraw = 0);

  const Address& address() const { return address_; }
  std::uint64_t seed() const { return seed_; }
  // That of another op, at the same address otherwise. Throws `usage` when `op` is out of range.
  Stream of_op(std::uint32_t op) const;

  // The counter of the scalar block redraw[30:24] | retry[23:16] | draw[15:0], and the block. Throw
  // `internal` when retry >= kRetryLimit.
  Counter scalar_counter(DrawNumber draw, std::uint32_t retry = 0) const;
  Block scalar_block(DrawNumber draw, std::uint32_t retry = 0) const;
  // Words 0 (low) and 1 (high) of that block.
  std::uint64_t bits64(DrawNumber draw, std::uint32_t retry = 0) const;

  // The bulk block of elements 4*index .. 4*index+3, and its counter: c0 = 2^31 + index.
  // Independent of `redraw`. Throw `internal` when index >= 2^31.
  Counter bulk_counter(std::uint32_t index) const;
  Block bulk_block(std::uint32_t index) const;

 private:
  std::uint64_t seed_;
  Address address_;
  std::uint32_t redraw_;
};

}  // namespace epochmill::streams
