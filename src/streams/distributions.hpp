// Distributions over a Stream, one number a draw: our own, because std:: ones differ between
// libraries and libm between CPUs. Each takes the 64 bits of the draw's own number, bits64, every
// value of which is equally likely. normal.hpp, gamma.hpp, beta.hpp and choice.hpp have what needs
// more than that, bulk.hpp what fills an array. Pure: any thread.
#pragma once

#include <cstdint>
#include <optional>

#include "streams/stream.hpp"

namespace epochmill::streams {

// [0, 1): the top 53 bits of bits64, times 2^-53. Exact, so each of the 2^53 multiples of 2^-53 is
// equally likely: the finest even grid that f64 holds over the whole interval.
double uniform(const Stream& stream, DrawNumber draw);

// The same in f32: the top 24 bits, times 2^-24; uniform() cut to that grid.
float uniform_f32(const Stream& stream, DrawNumber draw);

// a + (b - a) * uniform, each step rounded once. In [a, b]; b itself can come out by rounding.
// Throws `internal` unless a <= b and b - a is finite.
double uniform_between(const Stream& stream, DrawNumber draw, double a, double b);

// The integer in [0, range) that `word` stands for, or nothing when the word must be rejected: the
// high word of word * range. That alone gives every integer floor or ceil of 2^64 / range words;
// without those whose low word is below 2^64 mod range, all have floor(2^64 / range) of them.
// Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019), arXiv 1805.10941.
// Throws `internal` when range is 0.
std::optional<std::uint64_t> bounded(std::uint64_t word, std::uint64_t range);

// Integers in [a, b), unbiased: `bounded` on bits64; a rejected word goes to the next retry of the
// same draw and moves nothing else. A word is rejected with probability below 1/2, so all 256
// retries are once in 2^256 draws. Throws `internal` unless a < b.
std::int64_t integer_between(const Stream& stream, DrawNumber draw, std::int64_t a, std::int64_t b);

// floor(p * 2^64), exact, for 0 <= p < 1. Throws `internal` for other p.
std::uint64_t bernoulli_threshold(double p);

// True with probability p: bits64 < bernoulli_threshold(p), always for p >= 1, never for p <= 0.
// So many of the 2^64 words are below the threshold: the probability is p itself for p >= 2^-12
// (a multiple of 2^-64 then), and less than 2^-64 below it for others. Throws `internal` when p is
// not a number.
bool bernoulli(const Stream& stream, DrawNumber draw, double p);

// exp of a uniform between log a and log b, by strict::log and strict::exp, held inside [a, b]: its
// density is proportional to 1/x, so that x and 1/x, or a size and half that size, have equal
// chances (torchvision draws the aspect ratio of RandomResizedCrop so). Throws `internal` unless
// 1e-300 <= a <= b <= 1e300.
double log_uniform_between(const Stream& stream, DrawNumber draw, double a, double b);

}  // namespace epochmill::streams
