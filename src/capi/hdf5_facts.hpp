// What HDF5 knows of a dataset that anybody may have written, as it goes from the process that asks
// HDF5 (hdf5_service.hpp) to the one that reads the data. The first may be in the
// hands of a forged file: nothing here has been checked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "capi/hdf5.hpp"
#include "capi/hdf5_element.hpp"
#include "capi/hdf5_filters.hpp"
#include "capi/hdf5_heap.hpp"

namespace epochmill::capi {

enum class H5Storage {
  kContiguous,
  kChunked,
  kCompact,  // in the dataset's header
  kOther,
};

struct H5Facts {
  H5Element element = {};
  H5Sizes sizes = {};
  std::vector<std::uint64_t> dims = {};  // none: a single value
  H5Storage storage = H5Storage::kOther;
  bool is_written = true;                 // of kContiguous
  std::uint64_t offset = 0;               // likewise
  std::vector<std::uint64_t> chunk = {};  // of kChunked: its sides
  std::vector<H5Filter> filters = {};     // likewise
};

// "dataset 'NAME' of 'FILE' WHY", `input`.
Error dataset_error(const std::filesystem::path& file, const std::string& name,
                    const std::string& why);

Bytes encode(const H5Facts& facts);
Bytes encode(const H5Dataset& dataset);
// Throw `internal` for bytes that are none.
H5Facts decode_facts(ByteView message);
H5Dataset decode_dataset(ByteView message);

}  // namespace epochmill::capi
