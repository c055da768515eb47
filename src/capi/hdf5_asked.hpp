// The part of capi/hdf5_reading.hpp that is about files of anyone. For capi/hdf5*.cpp only.
#pragma once

#include <filesystem>
#include <memory>

#include "capi/hdf5_reading.hpp"

namespace epochmill::capi {

std::unique_ptr<H5Reading> ask_to_open(const std::filesystem::path& path);

}  // namespace epochmill::capi
