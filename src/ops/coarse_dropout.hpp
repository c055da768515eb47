// Op `coarse_dropout`: erases a few boxes.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind coarse_dropout_kind();

}  // namespace epochmill::ops
