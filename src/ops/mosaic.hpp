// Op `mosaic`: four pictures around a centre.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind mosaic_kind();

}  // namespace epochmill::ops
