// Reads members of tars in place: how `tar` reads.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "source/source.hpp"
#include "source/tar_samples.hpp"

namespace epochmill::source {

// Where a sample's picture lies: "HEADER_AT SIZE MARK NAME". The mark is that of its header, so a
// tar that was written anew with the same keys in other places is noticed.
std::string tar_locator(const TarSample& sample, const std::string& name_of_tar);

// Reads what the locators say below `root`, by offset. `catalog` must outlive the source.
std::unique_ptr<Source> make_tar_member_source(std::filesystem::path root, const Catalog& catalog);

}  // namespace epochmill::source
