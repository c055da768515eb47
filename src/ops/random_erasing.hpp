// Op `random_erasing`: erases a box of random area and aspect.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_erasing_kind();

}  // namespace epochmill::ops
