// Op `color_jitter`: random brightness, contrast, saturation and hue, in random order.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind color_jitter_kind();

}  // namespace epochmill::ops
