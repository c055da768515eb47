#include "recipe/nesting.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "recipe/value.hpp"

namespace epochmill::recipe {
namespace {

// The end of the string literal that starts at text[begin], or of the text when it does not end. In
// step with TOML's rules up to the first syntax error; after one, the parser does not go on and
// neither answer matters.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  const char quote = text[begin];
  const bool is_multi_line = text.substr(begin, 3) == std::string(3, quote);
  std::size_t at = begin + (is_multi_line ? 3 : 1);
  for (; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (is_multi_line && text.substr(at, 3) == std::string(3, quote)) {
      at += 3;
      // One or two quotes right before the closing three belong to the string.
      for (int extra = 0; extra < 2 && at < text.size() && text[at] == quote; ++extra) ++at;
      return at;
    } else if (!is_multi_line && text[at] == quote) {
      return at + 1;
    } else if (!is_multi_line && text[at] == '\n') {
      return at;
    }
  }
  return text.size();
}

Location location_of(std::string_view text, std::size_t at, const std::string& file) {
  const std::string_view before = text.substr(0, at);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  return {file, static_cast<int>(lines) + 1, static_cast<int>(at - line_begin) + 1};
}

}  // namespace

void check_nesting(std::string_view text, const std::string& file) {
  int depth = 0;
  int key_parts = 1;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = end_of_string(text, at);
      continue;
    }
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && depth > 0) --depth;
    if (c == '.') {
      ++key_parts;
    } else if (std::string_view("\n=,[]{}").find(c) != std::string_view::npos) {
      key_parts = 1;
    }
    if (depth > kMaxNesting) {
      throw usage_error("{}: brackets are nested more than {} deep; a recipe needs 16 at most",
                        location_of(text, at, file).text(), kMaxNesting);
    }
    if (key_parts > kMaxKeyParts) {
      throw usage_error("{}: a dotted key has more than {} parts; a recipe needs 7 at most",
                        location_of(text, at, file).text(), kMaxKeyParts);
    }
    ++at;
  }
}

}  // namespace epochmill::recipe
