#include "source/shown.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>

#include "base/utf8.hpp"

namespace epochmill::source {

std::string shown(std::string_view text) {
  constexpr std::size_t kMostBytes = 200;
  std::string line = "`";
  std::size_t at = 0;
  while (at < text.size() && at < kMostBytes) {
    const std::size_t size = utf8_character_size(text.substr(at));
    const auto first = static_cast<std::uint8_t>(text[at]);
    if (size == 0 || first < 0x20 || first == 0x7F) {
      fmt::format_to(std::back_inserter(line), "\\x{:02X}", first);
      at += 1;
    } else {
      line += text.substr(at, size);
      at += size;
    }
  }
  if (at < text.size()) line += "...";
  return line + '`';
}

}  // namespace epochmill::source
