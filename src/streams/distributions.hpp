// Distributions over a Stream: our own, because std:: ones differ between libraries and libm
// between CPUs. Scalar draws take the number of the draw; bulk draws fill an array, element e from
// bulk block e/4, word e%4.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "streams/stream.hpp"

namespace epochmill::streams {

// [0, 1): the top 53 bits of bits64, times 2^-53. Exact.
double uniform(const Stream& stream, DrawNumber draw);

// a + (b - a) * uniform, each step rounded once. In [a, b]; b itself can come out by rounding.
// Throws `internal` unless a <= b and b - a is finite.
double uniform_between(const Stream& stream, DrawNumber draw, double a, double b);

// The integer in [0, range) that `word` stands for, or nothing when the word must be rejected so
// that all integers stay equally likely: Lemire 2019 (arXiv 1805.10941), the high word of word *
// range. Throws `internal` when range is 0.
std::optional<std::uint64_t> bounded(std::uint64_t word, std::uint64_t range);

// Integers in [a, b), unbiased: `bounded` on bits64; a rejected word goes to the next retry of the
// same draw and moves nothing else. Throws `internal` unless a < b.
std::int64_t integer_between(const Stream& stream, DrawNumber draw, std::int64_t a, std::int64_t b);

// floor(p * 2^64), exact, for 0 <= p < 1.
std::uint64_t bernoulli_threshold(double p);

// True with probability p: bits64 < bernoulli_threshold(p), always for p >= 1, never for p <= 0.
// Throws `internal` when p is not a number.
bool bernoulli(const Stream& stream, DrawNumber draw, double p);

// exp of a uniform between log a and log b, by strict::log and strict::exp, held inside [a, b].
// Throws `internal` unless 1e-300 <= a <= b <= 1e300.
double log_uniform_between(const Stream& stream, DrawNumber draw, double a, double b);

// Standard normals: elements [first, first + out.size()) of the stream's bulk field. Words (0, 1)
// of a block give its elements 0 and 1, words (2, 3) its elements 2 and 3, by box_muller, whose
// header defines the values and their error. |value| <= 5.77. The same bits for any way of cutting
// the field into calls. Throws `internal` past element 2^33.
void fill_normal(const Stream& stream, std::uint64_t first, std::span<float> out);

}  // namespace epochmill::streams
