// Op `random_grayscale`: grey with a probability.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_grayscale_kind();

}  // namespace epochmill::ops
