// The HDF5 files of a source, of which few are open at a time: how `hdf5` reads.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "source/source.hpp"

namespace epochmill::source {

// Where a sample is: "ROW NAME".
std::string hdf5_locator(std::uint64_t row, const std::string& name_of_file);

// Reads what the locators say below `root`. `catalog` must outlive the source.
std::unique_ptr<Source> make_hdf5_files(std::filesystem::path root, const recipe::Params& params,
                                        const Catalog& catalog);

}  // namespace epochmill::source
