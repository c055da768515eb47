// Op `random_resized_crop`: a box of random area and aspect, at a given size.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_resized_crop_kind();

}  // namespace epochmill::ops
