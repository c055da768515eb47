// Op `normalize`: 8-bit pixels to f32 around 0.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind normalize_kind();

}  // namespace epochmill::ops
