// What a parameter accepts, in words: the "expected" half of an error message, and the type column
// of the help.
#pragma once

#include <string>

#include "recipe/params.hpp"

namespace epochmill::recipe {

// "a number in [0, 1]", "one of "bilinear", "nearest"", "a list of 2 integers of at least 1".
std::string accepts(const ParamSpec& spec);

// Likewise for one item of a list; for one number of a pair. The same as accepts() where there are
// no items.
std::string accepts_item(const ParamSpec& spec);

// A bare item stands for a list of one.
bool takes_bare_item(const ParamSpec& spec);

}  // namespace epochmill::recipe
