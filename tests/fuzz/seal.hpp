// Bytes with their checksums made right again. Most changes of a file with checksums are found by
// them, and the code behind is never reached; who forges a file makes the checksums, too.
#pragma once

#include "base/bytes.hpp"

namespace epochmill::fuzz {

// The CRC of every chunk.
Bytes sealed_png(ByteView png);

// The checksums of the superblock, of object headers and what continues them, and of fixed
// arrays of chunks: HDF5 file format specification 3.0, as far as epochmill's files go.
Bytes sealed_hdf5(ByteView file);

}  // namespace epochmill::fuzz
