// Standard normals one at a time, in f64, for numbers that an op draws once a picture. bulk.hpp has
// the f32 ones that fill an array.
//
// The trigonometric transform of Box and Muller (1958): with U and T uniform and independent,
// sqrt(-2 ln U) is the radius and 2 pi T the angle of a point whose two coordinates are independent
// standard normals; the first of them is kept, so that a draw is one number.
#pragma once

#include <cstdint>

#include "streams/stream.hpp"

namespace epochmill::streams {

// A block as two 64-bit words: words 1 and 0, which are bits64 of a scalar block, and words 3 and
// 2; the first of each on top.
struct Bits128 {
  std::uint64_t low;
  std::uint64_t high;
};
Bits128 bits128(const Block& block);

// (0, 1): ((word >> 12) + 1/2) * 2^-52, for a uniform that goes into a logarithm. Exact; symmetric
// about 1/2; the ends are never reached.
double inner_uniform(std::uint64_t word);

// The normal that a block stands for: sqrt(-2 * strict::log(U)) * cos of strict::sin_cos_turns(T),
// for U = inner_uniform(low) and T the top 53 bits of high, times 2^-53. |value| <= 8.58.
double normal_of(const Block& block);

// normal_of the draw's scalar block.
double normal(const Stream& stream, DrawNumber draw);

}  // namespace epochmill::streams
