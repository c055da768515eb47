// Op `resize`: the whole picture at another size.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind resize_kind();

}  // namespace epochmill::ops
