// The `cifar` source: CIFAR-10 and CIFAR-100 in their binary versions. What the files are:
// cifar_files.hpp. Keys are FILE/NUMBER, as data_batch_1/00000000.
#pragma once

#include "source/source.hpp"

namespace epochmill::source {

SourceKind cifar_source();

}  // namespace epochmill::source
