// The `idx` source: grey pictures and labels in two IDX files, as MNIST has them.
//
// Pictures are bytes of rank 3: number, rows, columns. Labels are integers of any IDX type, reals
// that are integers among them. Keys are numbers: 00000000, 00000001, ...
#pragma once

#include "source/source.hpp"

namespace epochmill::source {

SourceKind idx_source();

}  // namespace epochmill::source
