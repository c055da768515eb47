// Op `gaussian_blur`: a blur of random width.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind gaussian_blur_kind();

}  // namespace epochmill::ops
