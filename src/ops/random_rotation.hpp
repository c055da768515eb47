// Op `random_rotation`: turns the picture by a random angle.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_rotation_kind();

}  // namespace epochmill::ops
