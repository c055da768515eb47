// One value against one parameter's specification.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "recipe/params.hpp"

namespace epochmill::recipe {

// `value` in the one form that its type has, so that equal meanings are equal values: a real is a
// double, and never -0.0; a list is an Array of its item type; a kUnsigned is an integer, or a
// string of decimal digits above 2^63-1. Throws `usage` with the place of the value, or of the item
// that is wrong, what was expected and what was found.
Value check_value(const Value& value, const ParamSpec& spec);

// The number in a string of decimal digits, or of hexadecimal ones after "0x"; nothing for anything
// else and for what is above 2^64-1.
std::optional<std::uint64_t> parse_unsigned(std::string_view digits);

}  // namespace epochmill::recipe
