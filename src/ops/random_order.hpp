// Op `random_order`: the ops inside it, in an order drawn by chance.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_order_kind();

}  // namespace epochmill::ops
