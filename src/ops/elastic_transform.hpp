// Op `elastic_transform`: moves every pixel by smoothed noise.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind elastic_transform_kind();

}  // namespace epochmill::ops
