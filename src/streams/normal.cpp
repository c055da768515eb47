#include "streams/normal.hpp"

#include <cmath>

#include "base/strict_math.hpp"

namespace epochmill::streams {

Bits128 bits128(const Block& block) {
  return {.low = std::uint64_t{block[1]} << 32 | block[0],
          .high = std::uint64_t{block[3]} << 32 | block[2]};
}

double inner_uniform(std::uint64_t word) {
  return static_cast<double>((word >> 12) * 2 + 1) * 0x1p-53;
}

double normal_of(const Block& block) {
  const Bits128 bits = bits128(block);
  const double radius = std::sqrt(-2.0 * strict::log(inner_uniform(bits.low)));
  const double turns = static_cast<double>(bits.high >> 11) * 0x1p-53;
  return radius * strict::sin_cos_turns(turns).cos;
}

double normal(const Stream& stream, DrawNumber draw) {
  return normal_of(stream.scalar_block(draw));
}

}  // namespace epochmill::streams
