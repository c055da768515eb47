// Op `auto_augment`: one of 25 learnt pairs of operations.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind auto_augment_kind();

}  // namespace epochmill::ops
