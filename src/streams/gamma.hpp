// Gamma variates, by their logarithm: what Beta and Dirichlet are made of. The logarithm, because a
// variate of a small shape underflows (at shape 0.001 half of them lie below 1e-300), and shares of
// such variates would be 0 / 0.
//
// Marsaglia and Tsang, "A simple method for generating gamma variables", ACM TOMS 26 (2000): with
// d = shape - 1/3, c = 1 / sqrt(9 d), x a standard normal and w = 1 + c x, the value d w^3 has the
// density of the gamma distribution once it is accepted with probability
// exp(x^2 / 2 + d - d w^3 + d ln w^3); their squeeze, a shortcut alone, is left out. For shape < 1,
// as they do, a variate of shape + 1 times U^(1 / shape).
#pragma once

#include <cstdint>

#include "streams/stream.hpp"

namespace epochmill::streams {

// The shapes that a gamma, Beta or Dirichlet may have.
inline constexpr double kSmallestShape = 1e-3;
inline constexpr double kLargestShape = 1e6;

// Retries that one variate may use: two an attempt. An attempt is rejected with probability below
// 0.049, so that all of them are once in 10^83 draws.
inline constexpr std::uint32_t kGammaRetries = 128;

// ln of a Gamma(shape, scale 1) variate. Attempt i takes x = normal_of the block of retry r =
// first_retry + 2i; from the block of r + 1 its low bits decide, and for shape < 1 its high bits
// are the U of the product, both by inner_uniform (normal.hpp). What is rejected moves no other
// draw. gamma.cpp has the order of operations. Throws `internal` unless kSmallestShape <= shape <=
// kLargestShape and all retries are below Stream::kRetryLimit.
double log_gamma_variate(const Stream& stream, DrawNumber draw, double shape,
                         std::uint32_t first_retry = 0);

}  // namespace epochmill::streams
