#include "streams/philox.hpp"

#include <Random123/philox.h>

namespace epochmill::streams {

Block philox(const Counter& counter, std::uint64_t seed) {
  const r123::Philox4x32::ctr_type words = {{counter[0], counter[1], counter[2], counter[3]}};
  const r123::Philox4x32::key_type key = {
      {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
  static_assert(r123::Philox4x32::rounds == 10);
  const r123::Philox4x32::ctr_type block = r123::Philox4x32{}(words, key);
  return {block.v[0], block.v[1], block.v[2], block.v[3]};
}

}  // namespace epochmill::streams
