// How a row's picture is stored: the table of encodings.
#pragma once

#include <span>

#include "recipe/params.hpp"

namespace epochmill::plan {

std::span<const recipe::Schema> encodings();

}  // namespace epochmill::plan
