#include "source/tar_names.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace epochmill::source {

std::string normal_tar_path(std::string_view name) {
  constexpr const char* kRefused =
      "it has {}, and keys stay inside the tar; write the tar again with relative names";
  if (name.starts_with('/')) throw input_error(kRefused, "an absolute path");
  std::string path;
  while (!name.empty()) {
    const std::size_t slash = std::min(name.find('/'), name.size());
    const std::string_view part = name.substr(0, slash);
    name.remove_prefix(std::min(slash + 1, name.size()));
    if (part.empty() || part == ".") continue;
    if (part == "..") throw input_error(kRefused, "`..` in its path");
    if (!path.empty()) path += '/';
    path += part;
  }
  return path;
}

bool is_hidden_tar_path(std::string_view path) {
  return path.starts_with('.') || path.find("/.") != std::string_view::npos;
}

TarPart split_tar_path(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t base = slash == std::string_view::npos ? 0 : slash + 1;
  const std::size_t dot = path.find('.', base);
  if (dot == std::string_view::npos) return {path, {}};
  return {path.substr(0, dot), path.substr(dot + 1)};
}

std::string_view first_folder(std::string_view path) {
  const std::size_t slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

}  // namespace epochmill::source
