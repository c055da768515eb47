// Landmarks that swap in a mirror, as a recipe gives them.
#pragma once

#include <utility>
#include <vector>

#include "recipe/params.hpp"

namespace epochmill::source {

inline constexpr const char* kFlipPairs = "flip_pairs";

recipe::ParamSpec flip_pairs_param();

// Those of `params`, which must have them. Throws `usage` when they do not fit a source of `count`
// landmarks: an index out of range, twice, or paired with itself.
std::vector<std::pair<int, int>> checked_flip_pairs(const recipe::Params& params, int count);

}  // namespace epochmill::source
