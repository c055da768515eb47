// Op `random_solarize`: bright values inverted with a probability.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_solarize_kind();

}  // namespace epochmill::ops
