// A finished HDF5 file of epochmill's form, as it is read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "capi/hdf5.hpp"

namespace epochmill::capi {

// Who may have written a file. HDF5 looks at files of anyone in a process of its own
// (hdf5_service.hpp), for which each question is a message.
enum class H5Maker { kThisProgram, kAnyone };

// Any thread.
class H5Reading {
 public:
  virtual ~H5Reading() = default;
  H5Reading() = default;
  H5Reading(const H5Reading&) = delete;
  H5Reading& operator=(const H5Reading&) = delete;

  // As H5File has them.
  virtual H5Dataset dataset(const std::string& name) const = 0;
  virtual bool has_dataset(const std::string& name) const = 0;
  virtual std::vector<std::string> dataset_names() const = 0;
  virtual std::string text(const std::string& name) const = 0;
  virtual std::vector<std::string> texts(const std::string& name) const = 0;
  virtual std::uint64_t u64(const std::string& name) const = 0;
  virtual bool has_attribute(const std::string& name) const = 0;
  virtual std::vector<std::uint64_t> dataset_numbers(const std::string& dataset,
                                                     const std::string& name) const = 0;
  virtual std::vector<std::string> dataset_texts(const std::string& dataset,
                                                 const std::string& name) const = 0;
  virtual bool has_dataset_attribute(const std::string& dataset, const std::string& name) const = 0;

  // As H5Chunks: that a deflated dataset has one chunk a row, and one of them, whose row has
  // `row_bytes` before it was packed.
  virtual void check_chunks(const std::string& dataset) const = 0;
  virtual Bytes chunk(const std::string& dataset, std::uint64_t row,
                      std::uint64_t row_bytes) const = 0;
};

// Throws as H5File::open_read.
std::unique_ptr<H5Reading> open_finished(const std::filesystem::path& path, H5Maker maker);

}  // namespace epochmill::capi
