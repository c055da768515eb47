// Reals of 16 bits (IEEE 754 binary16), as arrays store them; arithmetic is done in float.
#pragma once

#include <cstdint>

namespace epochmill {

// The nearest half, of two equally near ones the even; what is too large becomes an infinity, and a
// NaN stays one: the same bits as NumPy's conversion.
std::uint16_t half_of(float value);

// Exact.
float float_of_half(std::uint16_t half);

}  // namespace epochmill
