// The layout of a shard, read from its file. Nothing in the file is trusted: `path`, for the
// message, is named by an `input` error when it is damaged, or not from epochmill.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "capi/hdf5_reading.hpp"
#include "shard/columns.hpp"
#include "shard/format.hpp"

namespace epochmill::shard {

// From the shapes of the datasets that decide it; `names` is the attribute `datasets`.
Layout read_layout(const capi::H5Reading& file, const std::filesystem::path& path,
                   const std::vector<std::string>& names);

// The columns of `layout` with their places in the file, which holds just these.
std::vector<Column> locate_columns(const capi::H5Reading& file, const std::filesystem::path& path,
                                   const Layout& layout, const std::vector<std::string>& names);

}  // namespace epochmill::shard
