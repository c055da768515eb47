// Op `pad`: a border.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind pad_kind();

}  // namespace epochmill::ops
