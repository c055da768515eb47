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
#include "capi/hdf5_id.hpp"
#include "capi/hdf5_unpacked.hpp"

namespace epochmill::capi {
namespace {

namespace fs = std::filesystem;

// HDF5 itself has no larger one than four times this.
constexpr std::uint64_t kMostChunkBytes = std::uint64_t{1} << 30;
// Deflate cannot make more of a byte than this.
constexpr std::uint64_t kMostInflation = 1032;
constexpr std::size_t kMostDims = 8;

enum class Storage { kContiguous, kChunked, kByHdf5 };

}  // namespace

struct H5Array::State {
  State(const fs::path& file_path, std::string dataset_name);

  [[noreturn]] void refuse(const std::string& why) const {
    throw input_error("dataset '{}' of '{}' {}", name, path.string(), why);
  }
  void read_shape();
  void read_storage();
  void find_contiguous();
  void find_chunks(const H5Plist& creation);
  void read_contiguous(std::uint64_t first, std::span<std::uint8_t> out) const;
  void read_chunks(std::uint64_t first, std::uint64_t count, std::span<std::uint8_t> out) const;
  void read_by_hdf5(std::uint64_t first, std::uint64_t count, std::span<std::uint8_t> out) const;
  Unpacked unpack_chunk(const std::vector<std::uint64_t>& place) const;
  Bytes read_packed(const std::vector<std::uint64_t>& place, std::uint32_t& skipped) const;

  fs::path path;
  std::string name;
  File raw;  // the same file, for what HDF5 has no part in
  std::uint64_t file_bytes = 0;
  Handle<H5FileTraits> file;
  H5Data data;
  H5Datatype type;
  H5Sizes sizes;
  H5Element element;
  std::vector<std::uint64_t> dims;
  std::uint64_t row_bytes = 0;
  std::uint64_t all_bytes = 0;
  Storage storage = Storage::kByHdf5;
  std::uint64_t offset = 0;  // of kContiguous
  H5Grid grid;               // of kChunked
  std::uint64_t chunk_bytes = 0;
  std::vector<H5Filter> filters;
  mutable UnpackedChunks unpacked;
};

H5Array::State::State(const fs::path& file_path, std::string dataset_name)
    : path(file_path), name(std::move(dataset_name)), raw(open_hdf5_to_read(path)) {
  const Hdf5Turn turn;
  file_bytes = raw.size();
  file = Handle<H5FileTraits>(open_foreign(path));
  data = H5Data(open_foreign_dataset(file.get(), path, name));
  type = H5Datatype(H5Dget_type(data.get()));
  if (!type) fail_foreign(path, "read the type of '" + name + "' in");
  element = h5_element_of(type.get());
  sizes = sizes_of_file(file.get(), path);
  read_storage();
}

// Sizes that no file can have are refused here; nothing has been taken for them yet.
void H5Array::State::read_shape() {
  const H5Space space(H5Dget_space(data.get()));
  const int rank = space ? H5Sget_simple_extent_ndims(space.get()) : -1;
  if (rank < 0) fail_foreign(path, "read the shape of '" + name + "' in");
  if (rank == 0 || H5Sget_simple_extent_type(space.get()) != H5S_SIMPLE) {
    refuse("is a single value; pictures and labels are rows of an array");
  }
  if (static_cast<std::size_t>(rank) > kMostDims) refuse("has too many dimensions");
  std::vector<hsize_t> found(static_cast<std::size_t>(rank));
  if (H5Sget_simple_extent_dims(space.get(), found.data(), nullptr) < 0) {
    fail_foreign(path, "read the shape of '" + name + "' in");
  }
  dims.assign(found.begin(), found.end());
  row_bytes = element.is_vlen() ? h5_reference_bytes(sizes) : element.size_bytes;
  bool fits = row_bytes > 0;
  for (std::size_t d = 1; d < dims.size(); ++d) {
    fits = fits && !__builtin_mul_overflow(row_bytes, dims[d], &row_bytes);
  }
  fits = fits && !__builtin_mul_overflow(row_bytes, dims[0], &all_bytes);
  if (!fits) refuse("has sides that give more bytes than any file has; it is damaged");
}

void H5Array::State::read_storage() {
  const H5Plist creation(H5Dget_create_plist(data.get()));
  if (!creation) fail_foreign(path, "read the layout of '" + name + "' in");
  const H5D_layout_t layout = H5Pget_layout(creation.get());
  // Before its shape: to tell that of a virtual dataset HDF5 would open the other files.
  if (layout == H5D_VIRTUAL)
    refuse("is a virtual one, of data in other files; copy it by h5repack");
  if (layout == H5D_CONTIGUOUS && H5Pget_external_count(creation.get()) != 0) {
    refuse("has its data in another file (external storage); copy it by h5repack");
  }
  read_shape();
  if (layout == H5D_CONTIGUOUS) return find_contiguous();
  if (layout == H5D_CHUNKED) return find_chunks(creation);
  if (layout != H5D_COMPACT || all_bytes > file_bytes) refuse("is stored in an unknown way");
}

void H5Array::State::find_contiguous() {
  storage = Storage::kContiguous;
  const haddr_t found = H5Dget_offset(data.get());
  if (all_bytes == 0) return;
  if (found == HADDR_UNDEF) refuse("was made, and never written");
  offset = found;
  if (all_bytes > file_bytes || offset > file_bytes - all_bytes) {
    refuse(
        fmt::format("does not lie inside the file's {} bytes; it is damaged, or cut", file_bytes));
  }
}

void H5Array::State::find_chunks(const H5Plist& creation) {
  std::vector<hsize_t> sides(dims.size());
  if (H5Pget_chunk(creation.get(), static_cast<int>(sides.size()), sides.data()) !=
      static_cast<int>(sides.size())) {
    fail_foreign(path, "read the chunks of '" + name + "' in");
  }
  grid = {dims,
          {sides.begin(), sides.end()},
          element.is_vlen() ? h5_reference_bytes(sizes) : element.size_bytes};
  chunk_bytes = grid.element_bytes;
  bool fits = true;
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
  filters = read_filters(creation.get(), path, name);
  const bool is_ours = std::ranges::all_of(filters, &H5Filter::is_ours);
  if (is_ours) storage = Storage::kChunked;
  if (!is_ours && element.is_vlen()) {
    refuse("has elements of variable length behind other filters than deflate and shuffle");
  }
}

void H5Array::State::read_contiguous(std::uint64_t first, std::span<std::uint8_t> out) const {
  raw.read_at(out, offset + first * row_bytes);
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

Bytes H5Array::State::read_packed(const std::vector<std::uint64_t>& place,
                                  std::uint32_t& skipped) const {
  const Hdf5Turn turn;
  const std::vector<hsize_t> at(place.begin(), place.end());
  hsize_t size = 0;
  if (H5Dget_chunk_storage_size(data.get(), at.data(), &size) < 0) {
    fail_foreign(path, "find a chunk of '" + name + "' in");
  }
  if (size == 0) refuse(fmt::format("has rows that were never written, near row {}", place[0]));
  // What deflate cannot shorten gets longer by a few bytes in a thousand.
  const std::uint64_t most = std::min(chunk_bytes + chunk_bytes / 64 + 1024, file_bytes);
  if (size > most || size < chunk_bytes / kMostInflation) {
    refuse(fmt::format("has a chunk of {} bytes that cannot hold {}, near row {}; it is damaged",
                       size, chunk_bytes, place[0]));
  }
  Bytes packed(checked_cast<std::size_t>(size));
  if (H5Dread_chunk(data.get(), H5P_DEFAULT, at.data(), &skipped, packed.data()) < 0) {
    fail_foreign(path, "read a chunk of '" + name + "' in");
  }
  return packed;
}

Unpacked H5Array::State::unpack_chunk(const std::vector<std::uint64_t>& place) const {
  std::uint32_t skipped = 0;
  Bytes packed = read_packed(place, skipped);
  try {
    return std::make_shared<const Bytes>(
        undo_filters(filters, skipped, std::move(packed), chunk_bytes));
  } catch (const Error& error) {
    refuse(fmt::format("has a damaged chunk near row {}: {}", place[0], error.what()));
  }
}

// Compact data, and chunks that went through filters of HDF5's own.
void H5Array::State::read_by_hdf5(std::uint64_t first, std::uint64_t count,
                                  std::span<std::uint8_t> out) const {
  const Hdf5Turn turn;
  std::vector<hsize_t> start(dims.size(), 0);
  std::vector<hsize_t> sides(dims.begin(), dims.end());
  start[0] = first;
  sides[0] = count;
  const H5Space in_file(H5Dget_space(data.get()));
  const H5Space in_memory(H5Screate_simple(static_cast<int>(sides.size()), sides.data(), nullptr));
  // The type of the file for both: nothing is converted.
  const bool is_read =
      in_file && in_memory &&
      H5Sselect_hyperslab(in_file.get(), H5S_SELECT_SET, start.data(), nullptr, sides.data(),
                          nullptr) >= 0 &&
      H5Dread(data.get(), type.get(), in_memory.get(), in_file.get(), H5P_DEFAULT, out.data()) >= 0;
  if (!is_read) fail_foreign(path, "read rows of '" + name + "' in");
}

H5Array::H5Array(const fs::path& file, const std::string& name)
    : state_(std::make_unique<State>(file, name)) {}
H5Array::~H5Array() = default;
H5Array::H5Array(H5Array&&) noexcept = default;
H5Array& H5Array::operator=(H5Array&&) noexcept = default;

const fs::path& H5Array::path() const { return state_->path; }
const std::string& H5Array::name() const { return state_->name; }
const std::vector<std::uint64_t>& H5Array::dims() const { return state_->dims; }
const H5Element& H5Array::element() const { return state_->element; }
std::uint64_t H5Array::row_bytes() const { return state_->row_bytes; }

void H5Array::read(std::uint64_t first, std::uint64_t count, std::span<std::uint8_t> out) const {
  if (first > rows() || count > rows() - first || out.size() != count * row_bytes()) {
    throw internal_error("'{}' of '{}' has no rows {} to {} in {} bytes", name(), path().string(),
                         first, first + count, out.size());
  }
  if (out.empty()) return;
  switch (state_->storage) {
    case Storage::kContiguous:
      return state_->read_contiguous(first, out);
    case Storage::kChunked:
      return state_->read_chunks(first, count, out);
    case Storage::kByHdf5:
      if (element().kind == H5ElementKind::kOther || element().is_vlen()) {
        state_->refuse("has elements that cannot be read as they are");
      }
      return state_->read_by_hdf5(first, count, out);
  }
}

Bytes H5Array::read_vlen(std::uint64_t row) const {
  if (!element().is_vlen() || dims().size() != 1) {
    throw internal_error("'{}' of '{}' is no list of elements of variable length", name(),
                         path().string());
  }
  Bytes reference(row_bytes());
  read(row, 1, reference);
  try {
    return read_h5_heap(state_->raw, state_->sizes, reference);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    throw input_error("row {} of '{}' in '{}': {}", row, name(), path().string(), error.what());
  }
}

}  // namespace epochmill::capi
