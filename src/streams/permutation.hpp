// A permutation of [0, n) as a pure function of an address.
#pragma once

#include <cstdint>
#include <vector>

#include "streams/stream.hpp"

namespace epochmill::streams {

// For n <= 65,536 a Fisher-Yates shuffle (Durstenfeld, CACM 7, 1964) with unbiased integers, so
// that all n! orders are equally likely; needs 8 n bytes. Above, no arrays: a balanced Feistel
// network (Luby and Rackoff 1988) of 12 rounds on the smallest even number of bits >= 16 that holds
// n - 1, its round function a Philox word of the stream's bulk field at block (round << 27 | half),
// walked along its cycle until the value is below n (Black and Rogaway 2002). Every round can be
// undone, so the network is a bijection, and the walk makes it one of [0, n) at every n. Immutable:
// any thread may read it.
class Permutation {
 public:
  // Throws `usage` when n > 2^40.
  Permutation(const Stream& stream, std::uint64_t n);

  std::uint64_t size() const { return n_; }
  // Both need index < size().
  std::uint64_t operator()(std::uint64_t index) const;
  std::uint64_t inverse(std::uint64_t value) const;

 private:
  Stream stream_;
  std::uint64_t n_;
  unsigned half_bits_ = 0;              // Feistel only
  std::vector<std::uint32_t> forward_;  // Fisher-Yates only
  std::vector<std::uint32_t> backward_;
};

}  // namespace epochmill::streams
