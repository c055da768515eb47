#include "capi/hdf5_chunks.hpp"

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "capi/hdf5_filters.hpp"
#include "capi/hdf5_id.hpp"

namespace epochmill::capi {
namespace {

std::int64_t open_dataset(const H5File& file, const std::string& name) {
  const Hdf5Turn turn;
  const H5Plist access = links_inside(Opening::kDataset);
  const hid_t id = H5Dopen2(file.id(), name.c_str(), access.get());
  if (id < 0) fail_reading(file.path(), "open dataset '" + name + "' of");
  return id;
}

// HDF5 counts for ever where a forged list says that it is endless. What a list takes of the file
// is a place, a size and a mask for each chunk, and little more; a single chunk has none.
void check_size_of_list(std::int64_t data, const std::string& name, std::uint64_t rows,
                        const std::filesystem::path& path) {
  constexpr std::uint64_t kFewestBytes = 8 + 1 + 4;
  constexpr std::uint64_t kMostBytes = 8 + 8 + 4;
  constexpr std::uint64_t kMostBeside = 4096;
  H5O_info_t info{};
  if (H5Oget_info2(data, &info, H5O_INFO_META_SIZE) < 0)
    fail_reading(path, "ask the list of chunks of '" + name + "' in");
  const std::uint64_t bytes = info.meta_size.obj.index_size;
  const std::uint64_t fewest = rows == 1 ? 0 : rows * kFewestBytes;
  if (bytes >= fewest && bytes <= rows * kMostBytes + kMostBeside) return;
  throw input_error(
      "'{}' in '{}' has {} rows and a list of chunks of {} bytes; the file is damaged", name,
      path.string(), rows, bytes);
}

// HDF5 looks a chunk up in the file's list of them, by its place among those that there may be at
// most, without a look at how long the list is: a forged one is read behind its end. Counting goes
// by the list's own length.
void check_list(std::int64_t data, const std::string& name, std::uint64_t rows, std::size_t rank,
                const std::filesystem::path& path) {
  const H5Space space(H5Dget_space(data));
  std::vector<hsize_t> dims(rank);
  std::vector<hsize_t> most(rank);
  if (!space || H5Sget_simple_extent_ndims(space.get()) != static_cast<int>(rank) ||
      H5Sget_simple_extent_dims(space.get(), dims.data(), most.data()) < 0)
    fail_reading(path, "ask the size of '" + name + "' in");
  if (dims != most) {
    throw input_error("'{}' in '{}' may grow, as no shard's may; the file is damaged", name,
                      path.string());
  }
  check_size_of_list(data, name, rows, path);
  hsize_t count = 0;
  if (H5Dget_num_chunks(data, space.get(), &count) < 0)
    fail_reading(path, "count the chunks of '" + name + "' in");
  if (count != rows) {
    throw input_error("'{}' in '{}' has {} rows and {} chunks; the file is damaged", name,
                      path.string(), rows, count);
  }
}

std::vector<hsize_t> place_of_row(std::uint64_t row, std::size_t rank) {
  std::vector<hsize_t> place(rank, 0);
  place[0] = row;
  return place;
}

}  // namespace

void H5ChunksTraits::free(std::int64_t id) {
  const Hdf5Turn turn;
  H5Dclose(id);
}

H5Chunks::H5Chunks(const H5File& file, const H5Dataset& dataset)
    : path_(file.path()),
      name_(dataset.name),
      rank_(dataset.dims.size()),
      row_bytes_(dataset.size_bytes() / dataset.dims.at(0)),
      data_(open_dataset(file, dataset.name)) {
  const Hdf5Turn turn;
  if (!dataset.deflate) throw internal_error("'{}' has no chunks", name_);
  hsize_t file_bytes = 0;
  if (H5Fget_filesize(file.id(), &file_bytes) < 0) fail_reading(path_, "ask the size of");
  file_bytes_ = file_bytes;
  unsigned intent = 0;
  if (H5Fget_intent(file.id(), &intent) < 0) fail_reading(path_, "ask the use of");
  if (intent == H5F_ACC_RDONLY) check_list(data_.get(), name_, dataset.dims.at(0), rank_, path_);
}

void H5Chunks::write(std::uint64_t row, ByteView chunk) {
  const Hdf5Turn turn;
  const herr_t result = H5Dwrite_chunk(data_.get(), H5P_DEFAULT, 0, place_of_row(row, rank_).data(),
                                       chunk.size(), chunk.data());
  if (result < 0)
    fail_writing(path_, "write row " + std::to_string(row) + " of '" + name_ + "' to");
}

Bytes H5Chunks::read(std::uint64_t row) const {
  const Hdf5Turn turn;
  const std::string reading = "read row " + std::to_string(row) + " of '" + name_ + "' in";
  const std::vector<hsize_t> place = place_of_row(row, rank_);
  hsize_t size = 0;
  if (H5Dget_chunk_storage_size(data_.get(), place.data(), &size) < 0) fail_reading(path_, reading);
  const std::uint64_t most = std::min(most_packed_bytes(row_bytes_), file_bytes_);
  if (size == 0 || size > most) {
    throw input_error("row {} of '{}' in '{}' has {} bytes; the file is damaged", row, name_,
                      path_.string(), size);
  }
  Bytes chunk(size);
  std::uint32_t skipped_filters = 0;
  if (H5Dread_chunk(data_.get(), H5P_DEFAULT, place.data(), &skipped_filters, chunk.data()) < 0) {
    fail_reading(path_, reading);
  }
  if (skipped_filters != 0) {
    throw input_error("row {} of '{}' in '{}' is marked as not compressed; the file is damaged",
                      row, name_, path_.string());
  }
  return chunk;
}

}  // namespace epochmill::capi
