// HDF5's global heap, where elements of variable length are: HDF5 File Format Specification 3.0,
// III.E. Read by us, since HDF5 1.10 takes the length that an element claims and the one that its
// heap holds for one, and writes the second into memory for the first.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.hpp"
#include "capi/file.hpp"

namespace epochmill::capi {

// More than any picture.
inline constexpr std::uint64_t kMostHeapBytes = std::uint64_t{1} << 30;

// How a file writes its numbers.
struct H5Sizes {
  std::size_t address_bytes = 8;   // 2, 4 or 8
  std::size_t length_bytes = 8;    // likewise
  std::uint64_t base_address = 0;  // where HDF5's part of the file begins
};

// Bytes of an element of variable length as it stands in the file: length, address, number.
std::size_t h5_reference_bytes(const H5Sizes& sizes);

// What `reference` leads to; no bytes for one that leads nowhere. Any thread. Throws `input`,
// without a place, when that does not lie inside the file, is damaged, or has more than
// kMostHeapBytes.
Bytes read_h5_heap(const File& file, const H5Sizes& sizes, ByteView reference);

}  // namespace epochmill::capi
