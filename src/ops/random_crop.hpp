// Op `random_crop`: a box of a given size at a random place.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_crop_kind();

}  // namespace epochmill::ops
