// Op `random_apply`: the ops inside it, with a probability.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_apply_kind();

}  // namespace epochmill::ops
