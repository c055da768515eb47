// Op `random_autocontrast`: each channel stretched with a probability.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_autocontrast_kind();

}  // namespace epochmill::ops
