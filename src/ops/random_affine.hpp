// Op `random_affine`: turns, moves, scales and shears at random.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_affine_kind();

}  // namespace epochmill::ops
