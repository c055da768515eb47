// Op `random_zoom_out`: lays the picture on a larger canvas.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_zoom_out_kind();

}  // namespace epochmill::ops
