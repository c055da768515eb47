// Op `random_perspective`: another point of view, at random.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_perspective_kind();

}  // namespace epochmill::ops
