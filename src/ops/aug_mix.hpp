// Op `aug_mix`: a weighted sum of the picture and random chains of operations on it.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind aug_mix_kind();

}  // namespace epochmill::ops
