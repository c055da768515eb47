// Philox4x32-10 from Random123 (Salmon, Moraes, Dror, Shaw, SC11): the one file that touches that
// library.
#pragma once

#include <cstdint>

#include "streams/address.hpp"

namespace epochmill::streams {

// The block of `counter` under `seed`: key word 0 = seed[31:0], key word 1 = seed[63:32].
Block philox(const Counter& counter, std::uint64_t seed);

}  // namespace epochmill::streams
