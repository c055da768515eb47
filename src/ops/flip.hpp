// Ops `random_horizontal_flip` and `random_vertical_flip`: a mirror with a probability.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_horizontal_flip_kind();
OpKind random_vertical_flip_kind();

}  // namespace epochmill::ops
