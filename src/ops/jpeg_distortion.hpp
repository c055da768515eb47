// Op `jpeg_distortion`: what a JPEG of low quality leaves of a picture.
#pragma once

#include "ops/op.hpp"

namespace epochmill::ops {

OpKind jpeg_distortion_kind();

}  // namespace epochmill::ops
