// Op `random_choice`: one of the ops inside it.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind random_choice_kind();

}  // namespace epochmill::ops
