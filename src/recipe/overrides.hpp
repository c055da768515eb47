// The command line's words laid over the file's.
#pragma once

#include "recipe/recipe.hpp"
#include "recipe/value.hpp"

namespace epochmill::recipe {

// Applies --set in order, then --source and --output, to the tables of a recipe file. A key that is
// missing in a table is made; an item that is missing in an array is an error that says how many
// there are. What is set has the option as its place (line 0), so that later checks name it. Throws
// `usage`.
void apply_overrides(Table& root, const Overrides& overrides);

}  // namespace epochmill::recipe
