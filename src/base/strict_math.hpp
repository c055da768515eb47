// log, exp and sin/cos that give the same bits on every CPU, compiler and C library, because they
// use nothing but the four basic operations and sqrt, in a fixed order. libm's own change in the
// last bit between versions and CPUs, so no libm function but sqrt may be on a path that reaches
// the data.
//
// Accuracy: within 3 units in the last place (tests/base/strict_math_test.cpp measures it).
#pragma once

namespace epochmill::strict {

// Natural logarithm of a finite x > 0. Argument reduction to [sqrt(1/2), sqrt(2)), then the series
// of 2 artanh((m-1)/(m+1)) to the 23rd power of its argument.
double log(double x);

// e^x for |x| <= 700. Reduction by ln 2 in two parts (Cody and Waite 1980), then the Taylor series
// to x^13.
double exp(double x);

// a * b minus the product as it is rounded, exactly, for products from 1e-250 to 1e250 (Dekker
// 1971).
double lost_by_product(double a, double b);

struct SinCos {
  double sin;
  double cos;
};

// sin and cos of 2*pi*turns for turns in [0, 1). Reduction to an eighth turn, then Taylor series.
SinCos sin_cos_turns(double turns);

// sin and cos of `radians`, |radians| <= 1000; throws nothing, and gives no more for larger ones
// than some numbers. Within 1 unit in the last place: nearly always the very bits of a good libm,
// also at multiples of a quarter turn, where the angle as a double is not quite one. Reduction by
// pi/2 in three parts (Cody and Waite 1980) with a remainder of two doubles, then Taylor series.
SinCos sin_cos(double radians);

}  // namespace epochmill::strict
