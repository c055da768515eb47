// A dataset of an HDF5 file that anybody may have written, read by rows: elements that agree in the
// first index. For files of our own there are H5File and H5Chunks.
//
// HDF5 finds the data, in a process of its own (hdf5_service.hpp); what is in them we read by
// ourselves, checked against the file's size and the dataset's before memory is taken, and unpack
// what deflate and shuffle have packed. So HDF5 is waited for over the raw bytes of a chunk alone,
// and never over data in one piece. Only what has other filters is HDF5's own to read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "capi/hdf5_element.hpp"

namespace epochmill::capi {

class H5Array {
 public:
  // Throws `input` when the file is none of HDF5's, or has no dataset `name`; when the dataset is
  // a scalar, or has more elements than fit; when its data are in another file (a link that leads
  // out, external storage, a virtual dataset); when they are outside the file, or never written;
  // and when they went through a filter that is not here, which it names. Throws `io`.
  H5Array(const std::filesystem::path& file, const std::string& name);
  ~H5Array();
  H5Array(H5Array&&) noexcept;
  H5Array& operator=(H5Array&&) noexcept;

  const std::filesystem::path& path() const;
  const std::string& name() const;
  const std::vector<std::uint64_t>& dims() const;  // at least one
  const H5Element& element() const;
  std::uint64_t rows() const { return dims()[0]; }
  // Bytes of a row, as it is stored.
  std::uint64_t row_bytes() const;

  // Rows [first, first + count) as they are stored, big endian or not. `out` has the bytes of just
  // these. Any thread. Throws `input`, naming file and dataset, for what is damaged or was never
  // written; `internal` for rows that are not there.
  void read(std::uint64_t first, std::uint64_t count, std::span<std::uint8_t> out) const;

  // Of a dataset of one dimension whose elements are of variable length: those of one row. Throws
  // as read.
  Bytes read_vlen(std::uint64_t row) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The root attributes that say what an HDF5 file is of: "" when there is none of that name, or it
// is no text of fixed length. Throws as H5Array.
std::string h5_root_text(const std::filesystem::path& file, const std::string& name);

}  // namespace epochmill::capi
