// Op `rand_augment`: a number of random operations, all as strong.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind rand_augment_kind();

}  // namespace epochmill::ops
