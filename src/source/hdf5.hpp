// The `hdf5` source: pictures and labels in datasets of HDF5 files, epochmill's own shards among
// them. Several files are one dataset, in the order of their names.
//
// Keys are texts of a dataset, or numbers over all files: 00000000, 00000001, ...
#pragma once

#include "source/source.hpp"

namespace epochmill::source {

SourceKind hdf5_source();

}  // namespace epochmill::source
