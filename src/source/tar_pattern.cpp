#include "source/tar_pattern.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "source/file_source.hpp"
#include "source/picture_params.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

void refuse_many(std::uint64_t count) {
  if (count <= kMostTars) return;
  throw input_error("`path` stands for more than {} files; correct its braces", kMostTars);
}

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (text.size() > 18 || error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

// What stands between two braces.
std::vector<std::string> choices_of(std::string_view text) {
  std::vector<std::string> choices;
  if (const std::size_t dots = text.find(".."); dots != std::string_view::npos) {
    const auto first = number_of(text.substr(0, dots));
    const auto last = number_of(text.substr(dots + 2));
    if (!first || !last || *first > *last) {
      throw input_error("`path` has the braces {}; expected two numbers that rise, as {{000..012}}",
                        shown(text));
    }
    refuse_many(*last - *first);
    for (std::uint64_t i = *first; i <= *last; ++i) {
      choices.push_back(fmt::format("{:0{}}", i, dots));
    }
    return choices;
  }
  while (true) {
    const std::size_t comma = text.find(',');
    choices.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return choices;
    text.remove_prefix(comma + 1);
  }
}

void add_matches(const fs::path& root, const std::string& pattern,
                 std::vector<std::string>& names) {
  const fs::path relative(pattern);
  const fs::path folder = root / relative.parent_path();
  const std::string name_pattern = relative.filename().native();
  if (relative.parent_path().native().find_first_of("*?") != std::string::npos) {
    throw input_error("{}: * and ? may only stand in the last name of `path`", shown(pattern));
  }
  require_folder(folder, kPath, "the pattern's folder holds the files");
  try {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename().native();
      if (matches(name_pattern, name)) names.push_back((relative.parent_path() / name).native());
    }
  } catch (const fs::filesystem_error& error) {
    throw io_error("{}: cannot be listed: {}", shown(folder.native()), error.code().message());
  }
}

}  // namespace

std::vector<std::string> expand_braces(std::string_view pattern) {
  const std::size_t open = pattern.find_first_of("{}");
  if (open == std::string_view::npos) return {std::string(pattern)};
  const std::size_t close = pattern.find_first_of("{}", open + 1);
  if (pattern[open] != '{' || close == std::string_view::npos || pattern[close] != '}') {
    throw input_error("`path` {} has a brace without its other one, or one within another",
                      shown(pattern));
  }
  const std::vector<std::string> choices = choices_of(pattern.substr(open + 1, close - open - 1));
  const std::vector<std::string> rests = expand_braces(pattern.substr(close + 1));
  refuse_many(choices.size() * rests.size());
  std::vector<std::string> texts;
  for (const std::string& choice : choices) {
    for (const std::string& rest : rests) {
      texts.push_back(std::string(pattern.substr(0, open)) + choice + rest);
    }
  }
  return texts;
}

bool matches(std::string_view pattern, std::string_view name) {
  if (name.starts_with('.') && !pattern.starts_with('.')) return false;
  std::size_t p = 0;
  std::size_t n = 0;
  // Where the last * stands, and how much of the name it has taken.
  std::optional<std::pair<std::size_t, std::size_t>> star;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = {p++, n};
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p, ++n;
    } else if (star) {
      p = star->first + 1;
      n = ++star->second;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

TarFiles find_tars(const std::string& path) {
  return find_files(path, "for all tars of a folder say path = \"FOLDER/*.tar\"");
}

TarFiles find_files(const std::string& path, const char* remedy) {
  const std::size_t sign = path.find_first_of("{}*?");
  const fs::path whole(path);
  std::error_code ignored;
  if (sign == std::string::npos || fs::is_regular_file(whole, ignored)) {
    require_file(whole, kPath, remedy);
    return {whole.parent_path(), {whole.filename().native()}};
  }
  const std::size_t slash = path.rfind('/', sign);
  const std::size_t begin = slash == std::string::npos ? 0 : slash + 1;
  TarFiles files{.root = path.substr(0, begin), .names = {}};
  for (const std::string& name : expand_braces(std::string_view(path).substr(begin))) {
    if (name.find_first_of("*?") != std::string::npos) {
      add_matches(files.root, name, files.names);
    } else {
      files.names.push_back(name);
    }
  }
  std::ranges::sort(files.names);
  // Not std::ranges::unique, which Clang 14 does not compile with this library.
  files.names.erase(std::unique(files.names.begin(), files.names.end()), files.names.end());
  if (files.names.empty()) {
    throw input_error("{}: no file has a name like this; correct `path` in the recipe's [source]",
                      shown(path));
  }
  for (const std::string& name : files.names) require_file(files.root / name, kPath, remedy);
  return files;
}

}  // namespace epochmill::source
