// Where an output that is not there yet will lie.
#pragma once

#include <filesystem>

namespace epochmill::cli {

// `path`, or the nearest folder above it that is there.
std::filesystem::path nearest_folder(std::filesystem::path path);

}  // namespace epochmill::cli
