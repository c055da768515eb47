// Op `trivial_augment_wide`: one random operation of random strength.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind trivial_augment_wide_kind();

}  // namespace epochmill::ops
