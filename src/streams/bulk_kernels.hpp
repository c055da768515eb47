// The inner loops of bulk.hpp, on the best instruction set that this CPU has. The plain definition
// is philox.hpp and box_muller.hpp; these give the same bits (tests/streams/bulk_test.cpp).
#pragma once

#include <cstdint>
#include <span>

#include "streams/address.hpp"

namespace epochmill::streams {

// Elements [first, first + out.size()) of the field whose block 0 is that of `counter`: block b has
// the same counter but for word 0, which is b more. first + out.size() <= 4 * (2^32 - counter[0]).
// Pure: any thread.
void bulk_words(std::uint64_t seed, const Counter& counter, std::uint64_t first,
                std::span<std::uint32_t> out);
void bulk_normals(std::uint64_t seed, const Counter& counter, std::uint64_t first,
                  std::span<float> out);

}  // namespace epochmill::streams
