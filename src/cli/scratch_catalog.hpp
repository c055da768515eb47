// A catalog file that nobody is to keep: for commands that write nothing to an output.
#pragma once

#include <filesystem>

#include "source/catalog.hpp"

namespace epochmill::cli {

class ScratchCatalog {
 public:
  explicit ScratchCatalog(const source::Listing& listing);
  ~ScratchCatalog();
  ScratchCatalog(const ScratchCatalog&) = delete;
  ScratchCatalog& operator=(const ScratchCatalog&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace epochmill::cli
