// "Did you mean ...?"
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace epochmill {

// The name of `names` with the fewest edits (Damerau-Levenshtein, adjacent swaps count once) from
// `word`, or "" when none is within a third of the word's length, at least 2. Ties go to the first.
std::string nearest_name(std::string_view word, std::span<const std::string> names);

// "; did you mean NAME?", or "; known: a, b, c" when nothing is near.
std::string name_hint(std::string_view word, std::span<const std::string> names);

}  // namespace epochmill
