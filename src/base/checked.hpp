// Integer conversions and products that fail instead of wrapping.
#pragma once

#include <concepts>
#include <utility>

#include "base/error.hpp"

namespace epochmill {

// `value` as a To; throws `internal` when To cannot hold it.
template <std::integral To, std::integral From>
To checked_cast(From value) {
  if (!std::in_range<To>(value)) throw internal_error("{} does not fit its integer type", value);
  return static_cast<To>(value);
}

// a * b; throws `internal` when the product does not fit.
template <std::integral T>
T checked_mul(T a, T b) {
  T product{};
  if (__builtin_mul_overflow(a, b, &product)) throw internal_error("{} x {} overflows", a, b);
  return product;
}

// a + b; throws `internal` when the sum does not fit.
template <std::integral T>
T checked_add(T a, T b) {
  T sum{};
  if (__builtin_add_overflow(a, b, &sum)) throw internal_error("{} + {} overflows", a, b);
  return sum;
}

}  // namespace epochmill
