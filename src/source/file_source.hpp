// Samples that are files below one folder: how `folder` and `csv` read.
#pragma once

#include <filesystem>
#include <memory>

#include "source/source.hpp"

namespace epochmill::source {

// Reads root / locator of each sample, and root / mask where the catalog has masks. `catalog` must
// outlive the source.
std::unique_ptr<Source> make_file_source(std::filesystem::path root, const Catalog& catalog);

// Throws `input` unless `path` is a folder (links followed). The message names `parameter`, which
// gave the path, and ends in `remedy` when there is something else. Throws `io` when the system
// does not tell.
void require_folder(const std::filesystem::path& path, const char* parameter, const char* remedy);

// The same for a regular file.
void require_file(const std::filesystem::path& path, const char* parameter, const char* remedy);

}  // namespace epochmill::source
