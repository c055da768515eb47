// Op `random_photometric_distort`: brightness, contrast, saturation, hue and channels, each by
// chance.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_photometric_distort_kind();

}  // namespace epochmill::ops
