// Shares of one: Beta for two (MixUp, CutMix), Dirichlet for several (AugMix).
//
// If X and Y are independent gamma variates of shapes a and b, X / (X + Y) is Beta(a, b); shares of
// more of them are Dirichlet (Devroye, "Non-Uniform Random Variate Generation", 1986, IX.4 and
// XI.4). Here from the variates' logarithms (gamma.hpp), by strict_math, so that no shape within
// the limits gives 0 / 0. Where exp of a difference of logarithms would be below e^-700 = 1e-304,
// it is 0.
#pragma once

#include <span>
#include <vector>

#include "streams/stream.hpp"

namespace epochmill::streams {

// Beta(a, b), in [0, 1]; both ends can come out by rounding, for small a or b. One draw number: a's
// variate has retries 0 to 127, b's 128 to 255. With e = exp(-|ln X - ln Y|): 1 / (1 + e) where
// ln X >= ln Y, else e / (1 + e). Throws `internal` for a or b outside [kSmallestShape,
// kLargestShape].
double beta(const Stream& stream, DrawNumber draw, double a, double b);

// Dirichlet(shapes), n = shapes.size() shares: share i takes draw number draw + i, and so belongs
// to the op that draws them, alone, up to draw + n - 1. The parts exp(ln X_i - max ln X) are summed
// in the order of i, and share i is part i divided by the sum. Each is in [0, 1], and their sum, in
// whatever order it is taken, within n * 2^-52 of 1. Throws `internal` for no shape at all, for one
// outside [kSmallestShape, kLargestShape], and for a draw number above 65,535.
std::vector<double> dirichlet(const Stream& stream, DrawNumber draw,
                              std::span<const double> shapes);

}  // namespace epochmill::streams
