// Op `keep`: sets a copy of the picture aside.
#pragma once

#include <string_view>

#include "ops/op.hpp"

namespace epochmill::ops {

// The chain asks for the kind by name: what is kept is an output of its own, with a shape of its
// own.
inline constexpr std::string_view kKeepName = "keep";

OpKind keep_kind();

}  // namespace epochmill::ops
