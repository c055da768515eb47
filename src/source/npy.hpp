// Pictures or vectors in one NumPy array, and their labels in another.
#pragma once

#include "source/source.hpp"

namespace epochmill::source {

SourceKind npy_source();

}  // namespace epochmill::source
