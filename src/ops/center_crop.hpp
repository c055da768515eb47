// Op `center_crop`: the middle of the picture.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind center_crop_kind();

}  // namespace epochmill::ops
