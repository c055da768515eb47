// Which files, tars first of all, a pattern names.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace epochmill::source {

inline constexpr std::size_t kMostTars = 1000000;

// Every text that `pattern` stands for: {a,b} is each of a and b, {000..012} each number of that
// range, with zeros in front to the width of the first; several are combined. Braces may not be
// nested. Throws `input` for braces that are none of this, and for more than kMostTars texts,
// before they are made.
std::vector<std::string> expand_braces(std::string_view pattern);

// True when `name` is one that `pattern` stands for: * is any run of characters, ? any one. A dot
// in front must be written.
bool matches(std::string_view pattern, std::string_view name);

struct TarFiles {
  std::filesystem::path root;      // the folders before the first sign of a pattern
  std::vector<std::string> names;  // below root, sorted bytewise, all different; never empty
};

// A file that is there under the very name of `path`, or all that it stands for as a pattern:
// braces anywhere, * and ? in the last name. Throws `input` for a pattern that stands for no file,
// or for one that is missing; `io` when a folder cannot be listed.
TarFiles find_tars(const std::string& path);

// The same for files that are no tars; `remedy` ends the message when `path` is a folder.
TarFiles find_files(const std::string& path, const char* remedy);

}  // namespace epochmill::source
