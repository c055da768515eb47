#include "capi/hdf5_array.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "capi/hdf5_blocks.hpp"
#include "capi/hdf5_filters.hpp"
#include "capi/hdf5_heap.hpp"
#include "capi/hdf5_service.hpp"
#include "capi/hdf5_unpacked.hpp"

namespace epochmill::capi {
namespace {

namespace fs = std::filesystem;

// HDF5 itself has no larger one than four times this.
constexpr std::uint64_t kMostChunkBytes = std::uint64_t{1} << 30;
// Deflate cannot make more of a byte than this.
constexpr std::uint64_t kMostInflation = 1032;
constexpr std::size_t kMostDims = 8;

// A regular file, which HDF5 would not ask for.
File open_hdf5_to_read(const fs::path& path) {
  File file = [&] {
    try {
      return File::open_read(path);
    } catch (const Error& error) {
      if (fs::exists(fs::status(path))) throw;
      throw input_error("'{}': there is no such file", path.string());
    }
  }();
  if (!file.is_regular()) throw input_error("'{}' is not a regular file", path.string());
  return file;
}

}  // namespace

struct H5Array::State {
  State(const fs::path& file_path, std::string dataset_name);

  [[noreturn]] void refuse(const std::string& why) const {
    throw dataset_error(path, subject.name().dataset, why);
  }
  void check_shape();
  void check_contiguous() const;
  void check_chunks();
  void read_contiguous(std::uint64_t first, std::span<std::uint8_t> out) const;
  void read_chunks(std::uint64_t first, std::uint64_t count, std::span<std::uint8_t> out) const;
  Unpacked unpack_chunk(const std::vector<std::uint64_t>& place) const;
  H5Packed read_packed(const std::vector<std::uint64_t>& place) const;

  fs::path path;
  File raw;  // for what HDF5 has no part in
  H5Subject subject;
  std::uint64_t file_bytes = 0;
  H5Facts facts;
  std::uint64_t row_bytes = 0;
  std::uint64_t all_bytes = 0;
  H5Grid grid;  // of chunks
  std::uint64_t chunk_bytes = 0;
  bool is_by_hdf5 = false;  // compact, or chunks that went through filters of HDF5's own
  mutable UnpackedChunks unpacked;
};

H5Array::State::State(const fs::path& file_path, std::string dataset_name)
    : path(file_path),
      raw(open_hdf5_to_read(path)),
      subject(
          {.file = path.string(), .identity = raw.identity(), .dataset = std::move(dataset_name)}),
      file_bytes(raw.size()),
      facts(ask_facts(subject.name())) {
  check_shape();
  if (facts.storage == H5Storage::kContiguous) check_contiguous();
  if (facts.storage == H5Storage::kChunked) check_chunks();
  is_by_hdf5 = is_by_hdf5 || facts.storage == H5Storage::kCompact;
  const bool is_compact_outside = facts.storage == H5Storage::kCompact && all_bytes > file_bytes;
  if (facts.storage == H5Storage::kOther || is_compact_outside)
    refuse("is stored in an unknown way");
}

// Sizes that no file can have are refused here; nothing has been taken for them yet.
void H5Array::State::check_shape() {
  if (facts.dims.empty()) refuse("is a single value; pictures and labels are rows of an array");
  if (facts.dims.size() > kMostDims) refuse("has too many dimensions");
  if (std::max(facts.sizes.address_bytes, facts.sizes.length_bytes) > 8)
    refuse("has addresses of more than 8 bytes");
  row_bytes = facts.element.is_vlen() ? h5_reference_bytes(facts.sizes) : facts.element.size_bytes;
  bool fits = row_bytes > 0;
  for (std::size_t d = 1; d < facts.dims.size(); ++d) {
    fits = fits && !__builtin_mul_overflow(row_bytes, facts.dims[d], &row_bytes);
  }
  fits = fits && !__builtin_mul_overflow(row_bytes, facts.dims[0], &all_bytes);
  if (!fits) refuse("has sides that give more bytes than any file has; it is damaged");
}

void H5Array::State::check_contiguous() const {
  if (all_bytes == 0) return;
  if (!facts.is_written) refuse("was made, and never written");
  if (all_bytes > file_bytes || facts.offset > file_bytes - all_bytes) {
    refuse(
        fmt::format("does not lie inside the file's {} bytes; it is damaged, or cut", file_bytes));
  }
}

void H5Array::State::check_chunks() {
  grid = {facts.dims, facts.chunk,
          facts.element.is_vlen() ? h5_reference_bytes(facts.sizes) : facts.element.size_bytes};
  chunk_bytes = grid.element_bytes;
  bool fits = grid.chunk.size() == grid.dims.size();
  for (const std::uint64_t side : grid.chunk) {
    fits = fits && side > 0 && !__builtin_mul_overflow(chunk_bytes, side, &chunk_bytes);
  }
  if (!fits || chunk_bytes > kMostChunkBytes) {
    refuse(fmt::format("has chunks of more than {} bytes; write it anew with smaller ones",
                       kMostChunkBytes));
  }
  if (all_bytes / kMostInflation > file_bytes) {
    refuse(
        fmt::format("promises {} bytes, more than chunks in a file of {} can hold; it is damaged",
                    all_bytes, file_bytes));
  }
  for (const H5Filter& filter : facts.filters) {
    is_by_hdf5 = is_by_hdf5 || !is_undone_here(filter);
    if (filter.element_bytes == 0) refuse("has a filter of elements without bytes; it is damaged");
  }
  if (is_by_hdf5 && facts.element.is_vlen()) {
    refuse("has elements of variable length behind other filters than deflate and shuffle");
  }
}

void H5Array::State::read_contiguous(std::uint64_t first, std::span<std::uint8_t> out) const {
  raw.read_at(out, facts.offset + first * row_bytes);
}

void H5Array::State::read_chunks(std::uint64_t first, std::uint64_t count,
                                 std::span<std::uint8_t> out) const {
  Unpacked held;
  gather_rows(
      grid, first, count,
      [&](const std::vector<std::uint64_t>& place) -> ByteView {
        held = unpacked.find(place);
        if (!held) {
          held = unpack_chunk(place);
          unpacked.keep(place, held);
        }
        return *held;
      },
      out);
}

H5Packed H5Array::State::read_packed(const std::vector<std::uint64_t>& place) const {
  const std::uint64_t most = std::min(most_packed_bytes(chunk_bytes), file_bytes);
  H5Packed packed = ask_chunk(subject.name(), place, most);
  if (packed.bytes.empty())
    refuse(fmt::format("has rows that were never written, near row {}", place[0]));
  if (packed.bytes.size() < chunk_bytes / kMostInflation) {
    refuse(fmt::format("has a chunk of {} bytes that cannot hold {}, near row {}; it is damaged",
                       packed.bytes.size(), chunk_bytes, place[0]));
  }
  return packed;
}

Unpacked H5Array::State::unpack_chunk(const std::vector<std::uint64_t>& place) const {
  H5Packed packed = read_packed(place);
  try {
    return std::make_shared<const Bytes>(
        undo_filters(facts.filters, packed.skipped, std::move(packed.bytes), chunk_bytes));
  } catch (const Error& error) {
    refuse(fmt::format("has a damaged chunk near row {}: {}", place[0], error.what()));
  }
}

H5Array::H5Array(const fs::path& file, const std::string& name)
    : state_(std::make_unique<State>(file, name)) {}
H5Array::~H5Array() = default;
H5Array::H5Array(H5Array&&) noexcept = default;
H5Array& H5Array::operator=(H5Array&&) noexcept = default;

const fs::path& H5Array::path() const { return state_->path; }
const std::string& H5Array::name() const { return state_->subject.name().dataset; }
const std::vector<std::uint64_t>& H5Array::dims() const { return state_->facts.dims; }
const H5Element& H5Array::element() const { return state_->facts.element; }
std::uint64_t H5Array::row_bytes() const { return state_->row_bytes; }

void H5Array::read(std::uint64_t first, std::uint64_t count, std::span<std::uint8_t> out) const {
  if (first > rows() || count > rows() - first || out.size() != count * row_bytes()) {
    throw internal_error("'{}' of '{}' has no rows {} to {} in {} bytes", name(), path().string(),
                         first, first + count, out.size());
  }
  if (out.empty()) return;
  if (!state_->is_by_hdf5) {
    return state_->facts.storage == H5Storage::kContiguous ? state_->read_contiguous(first, out)
                                                           : state_->read_chunks(first, count, out);
  }
  if (element().kind == H5ElementKind::kOther || element().is_vlen())
    state_->refuse("has elements that cannot be read as they are");
  ask_rows(state_->subject.name(), first, count, out);
}

Bytes H5Array::read_vlen(std::uint64_t row) const {
  if (!element().is_vlen() || dims().size() != 1) {
    throw internal_error("'{}' of '{}' is no list of elements of variable length", name(),
                         path().string());
  }
  Bytes reference(row_bytes());
  read(row, 1, reference);
  try {
    return read_h5_heap(state_->raw, state_->facts.sizes, reference);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    throw input_error("row {} of '{}' in '{}': {}", row, name(), path().string(), error.what());
  }
}

std::string h5_root_text(const fs::path& file, const std::string& name) {
  return ask_root_text({.file = file.string(), .identity = open_hdf5_to_read(file).identity()},
                       name);
}

}  // namespace epochmill::capi
