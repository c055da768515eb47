// Which chunks of a dataset some of its rows lie in, and how to gather them from there.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill::capi {

// The sides of a dataset and of its chunks, as many of both, none 0.
struct H5Grid {
  std::vector<std::uint64_t> dims;
  std::vector<std::uint64_t> chunk;
  std::size_t element_bytes = 1;
};

// Fills `out` with the rows [first, first + count), from the chunks that `chunk_at` gives for the
// place of their first element: all of a chunk, also of one that stands over the dataset's edge.
// Each chunk is asked for once, in order.
void gather_rows(const H5Grid& grid, std::uint64_t first, std::uint64_t count,
                 const std::function<ByteView(const std::vector<std::uint64_t>& place)>& chunk_at,
                 std::span<std::uint8_t> out);

}  // namespace epochmill::capi
