// Distributions over a Stream: our own, because std:: ones differ between libraries and libm between CPUs. Scalar draws
// take the number of the draw; bulk draws fill an array, element e from bulk block e/4, word e%4.
#pragma once

#include <cstdint>
#include <span>

#include "streams/stream.hpp"

namespace epochmill::streams {

// [0, 1): the top 53 bits of bits64, times 2^-53. Exact.
double uniform(const Stream& stream, DrawNumber draw);

// a + (b - a) * uniform, each step rounded once. In [a, b]; b itself can come out by rounding. Needs a <= b.
double uniform_between(const Stream& stream, DrawNumber draw, double a, double b);

// Integers in [a, b), unbiased: Lemire 2019 (arXiv 1805.10941) on 64-bit words; a rejected word goes to the next retry of
// the same draw and moves nothing else. Throws `internal` unless a < b.
std::int64_t integer_between(const Stream& stream, DrawNumber draw, std::int64_t a, std::int64_t b);

// True with probability p: bits64 < floor(p * 2^64), always for p >= 1, never for p <= 0.
bool bernoulli(const Stream& stream, DrawNumber draw, double p);

// exp of a uniform between log a and log b, by strict::log and strict::exp. Needs 0 < a <= b.
double log_uniform_between(const Stream& stream, DrawNumber draw, double a, double b);

// Standard normals: elements [first, first + out.size()) of the stream's bulk field. Box-Muller on the two pairs of words
// of each block, f32, own polynomials. |value| <= 5.77. The same bits for any way of cutting the field into calls.
void fill_normal(const Stream& stream, std::uint64_t first, std::span<float> out);

}  // namespace epochmill::streams
