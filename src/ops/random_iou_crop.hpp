// Op `random_iou_crop`: a crop that keeps enough of some object.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_iou_crop_kind();

}  // namespace epochmill::ops
