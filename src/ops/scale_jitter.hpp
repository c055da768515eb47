// Op `scale_jitter`: resizes the picture by a random factor.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind scale_jitter_kind();

}  // namespace epochmill::ops
