// Op `grid_mask`: erases the squares of a grid.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind grid_mask_kind();

}  // namespace epochmill::ops
