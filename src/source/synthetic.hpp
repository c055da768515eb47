// The `synthetic` source: pictures that are computed, for tests and benchmarks at any scale without
// a dataset.
//
// A picture is a pure function of the source's seed, its size, its class and its sample, in integer
// arithmetic alone. Its first eight bytes are a number that no other sample of the seed has, so
// pictures of three pixels or more all differ. Labels go round: sample modulo classes.
#pragma once

#include "source/source.hpp"

namespace epochmill::source {

SourceKind synthetic_source();

}  // namespace epochmill::source
