// Op `gaussian_noise`: normal noise on every value.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind gaussian_noise_kind();

}  // namespace epochmill::ops
