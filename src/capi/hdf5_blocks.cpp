#include "capi/hdf5_blocks.hpp"

#include <algorithm>
#include <cstring>

namespace epochmill::capi {
namespace {

// Indices [first, last) of each dimension.
struct Region {
  std::vector<std::uint64_t> first;
  std::vector<std::uint64_t> last;
};

// Counts `index` on, the last dimension first, over multiples of `step` from `first` to below
// `last`. False when there is none left.
bool advance(std::vector<std::uint64_t>& index, const Region& region,
             const std::vector<std::uint64_t>& step, std::size_t dimensions) {
  for (std::size_t d = dimensions; d-- > 0;) {
    index[d] += step[d];
    if (index[d] < region.last[d]) return true;
    index[d] = region.first[d];
  }
  return false;
}

// Where the element at `index` is among those of a box of `sides` that starts at `start`.
std::uint64_t place_in(const std::vector<std::uint64_t>& sides,
                       const std::vector<std::uint64_t>& start,
                       const std::vector<std::uint64_t>& index) {
  std::uint64_t place = 0;
  for (std::size_t d = 0; d < sides.size(); ++d) place = place * sides[d] + (index[d] - start[d]);
  return place;
}

void copy_part(const H5Grid& grid, const Region& wanted, const std::vector<std::uint64_t>& place,
               ByteView chunk, std::span<std::uint8_t> out) {
  const std::size_t rank = grid.dims.size();
  Region part = wanted;
  for (std::size_t d = 0; d < rank; ++d) {
    part.first[d] = std::max(wanted.first[d], place[d]);
    part.last[d] = std::min(wanted.last[d], place[d] + grid.chunk[d]);
  }
  std::vector<std::uint64_t> sides = grid.dims;
  sides[0] = wanted.last[0] - wanted.first[0];
  // Elements that follow each other in both.
  const std::uint64_t run = (part.last[rank - 1] - part.first[rank - 1]) * grid.element_bytes;
  const std::vector<std::uint64_t> one(rank, 1);
  std::vector<std::uint64_t> index = part.first;
  do {
    const std::uint64_t from = place_in(grid.chunk, place, index) * grid.element_bytes;
    const std::uint64_t to = place_in(sides, wanted.first, index) * grid.element_bytes;
    std::memcpy(out.subspan(to, run).data(), chunk.subspan(from, run).data(), run);
  } while (advance(index, part, one, rank - 1));
}

}  // namespace

void gather_rows(const H5Grid& grid, std::uint64_t first, std::uint64_t count,
                 const std::function<ByteView(const std::vector<std::uint64_t>& place)>& chunk_at,
                 std::span<std::uint8_t> out) {
  if (out.empty()) return;
  Region wanted{std::vector<std::uint64_t>(grid.dims.size(), 0), grid.dims};
  wanted.first[0] = first;
  wanted.last[0] = first + count;
  Region chunks = wanted;
  chunks.first[0] = first / grid.chunk[0] * grid.chunk[0];
  std::vector<std::uint64_t> place = chunks.first;
  do {
    copy_part(grid, wanted, place, chunk_at(place), out);
  } while (advance(place, chunks, grid.chunk, grid.dims.size()));
}

}  // namespace epochmill::capi
