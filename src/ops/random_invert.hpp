// Op `random_invert`: a negative with a probability.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_invert_kind();

}  // namespace epochmill::ops
