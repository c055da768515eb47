// Op `random_channel_permutation`: the channels in a random order.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_channel_permutation_kind();

}  // namespace epochmill::ops
