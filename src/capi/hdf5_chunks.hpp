// Compressed rows of an HDF5 dataset whose chunks are its rows, past HDF5's own filters: threads
// compress and decompress by themselves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/bytes.hpp"
#include "capi/handle.hpp"
#include "capi/hdf5.hpp"

namespace epochmill::capi {

struct H5ChunksTraits {
  using Value = std::int64_t;  // hid_t
  static constexpr std::int64_t kNone = -1;
  static void free(std::int64_t id);
};

// Any thread. Goes before its file is closed.
class H5Chunks {
 public:
  // Of a dataset that H5File::create_dataset made with `deflate`. Throws `input` for a file that
  // was opened to be read and has not one chunk for each row.
  H5Chunks(const H5File& file, const H5Dataset& dataset);

  // Stores `chunk` as row `row`, which must be new. Rows lie in the file in the order of the calls.
  void write(std::uint64_t row, ByteView chunk);
  // The bytes of row `row` as they stand in a file that was opened to be read. Throws `input` when
  // there are none, or more than any compression makes of a row, or when they are marked as not
  // compressed.
  Bytes read(std::uint64_t row) const;

 private:
  std::filesystem::path path_;
  std::string name_;
  std::size_t rank_ = 0;
  std::uint64_t row_bytes_ = 0;   // before compression
  std::uint64_t file_bytes_ = 0;  // when it was opened
  Handle<H5ChunksTraits> data_;
};

}  // namespace epochmill::capi
