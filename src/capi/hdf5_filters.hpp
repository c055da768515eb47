// What the chunks of a dataset went through, and how to undo it. All but unshuffle() and
// most_packed_bytes() is for capi/hdf5*.cpp only.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill::capi {

struct H5Filter {
  int id = 0;
  std::size_t element_bytes = 1;  // of shuffle
};

// Deflate or shuffle, which undo_filters knows.
bool is_undone_here(const H5Filter& filter);

// In the order in which they were applied. Throws `input` for one that HDF5 does not have here,
// naming it, the file and the dataset. Inside a turn of HDF5's.
std::vector<H5Filter> read_filters(std::int64_t creation, const std::filesystem::path& path,
                                   const std::string& name);

// What deflate cannot shorten gets longer by a few bytes in a thousand.
constexpr std::uint64_t most_packed_bytes(std::uint64_t bytes) { return bytes + bytes / 64 + 1024; }

// Undoes shuffle, which lays the bytes of equal place in their elements side by side; what is left
// over of the last element stays where it is. Any thread.
Bytes unshuffle(const Bytes& shuffled, std::size_t element_bytes);

// The `size` bytes that `packed` was made of by those of `filters` whose bit in `skipped` is not
// set; all are undone here. Any thread. Throws `input`, without a place, for bytes that are
// damaged.
Bytes undo_filters(const std::vector<H5Filter>& filters, std::uint32_t skipped, Bytes packed,
                   std::uint64_t size);

}  // namespace epochmill::capi
