// Op `random_posterize`: fewer bits a value with a probability.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_posterize_kind();

}  // namespace epochmill::ops
