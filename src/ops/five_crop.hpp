// Ops `five_crop` and `ten_crop`: corners and centre, each crop a row.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind five_crop_kind();
OpKind ten_crop_kind();

}  // namespace epochmill::ops
