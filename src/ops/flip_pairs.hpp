// Which keypoints change places in a mirror, as the source says.
#pragma once

#include "ops/keypoints.hpp"
#include "ops/op.hpp"

namespace epochmill::ops {

// Throws `usage` with the place in the recipe when the source has keypoints and does not say which
// of them change sides, or names one that is not there.
FlipPairs read_flip_pairs(const recipe::Location& where, const OpContext& context);

}  // namespace epochmill::ops
