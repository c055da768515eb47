// Op `to_dtype`: 8-bit pixels to f32 and back.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind to_dtype_kind();

}  // namespace epochmill::ops
