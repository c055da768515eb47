// Op `cutmix`: a box of the picture of another sample.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind cutmix_kind();

}  // namespace epochmill::ops
