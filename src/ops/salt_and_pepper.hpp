// Op `salt_and_pepper`: turns pixels white or black at random.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind salt_and_pepper_kind();

}  // namespace epochmill::ops
