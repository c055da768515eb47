// Op `random_equalize`: even histograms with a probability.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_equalize_kind();

}  // namespace epochmill::ops
