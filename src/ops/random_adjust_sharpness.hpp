// Op `random_adjust_sharpness`: sharper or softer with a probability.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_adjust_sharpness_kind();

}  // namespace epochmill::ops
