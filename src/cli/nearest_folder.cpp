#include "cli/nearest_folder.hpp"

namespace epochmill::cli {

std::filesystem::path nearest_folder(std::filesystem::path path) {
  while (!std::filesystem::is_directory(path) && path.has_relative_path())
    path = path.parent_path();
  return path;
}

}  // namespace epochmill::cli
