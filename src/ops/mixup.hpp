// Op `mixup`: a weighted sum with the picture of another sample.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind mixup_kind();

}  // namespace epochmill::ops
