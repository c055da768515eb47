#include "convert/names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.hpp"

namespace epochmill::convert {
namespace {

std::string escape(char c) { return fmt::format("%{:02X}", static_cast<unsigned char>(c)); }

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F;
}

// One part of a path. `first_dot`: how far a dot must not stand.
std::string escape_part(std::string_view part, std::size_t no_dots_before) {
  std::string name;
  for (std::size_t at = 0; at < part.size();) {
    const std::size_t size = utf8_character_size(part.substr(at));
    const char c = part[at];
    if (size == 0 || c == '%' || is_control(c) || (c == '.' && at < no_dots_before)) {
      name += escape(c);
      at += 1;
    } else {
      name += part.substr(at, size);
      at += size;
    }
  }
  return name;
}

}  // namespace

std::string escaped(std::string_view text, NameUse use) {
  if (use == NameUse::kText) return escape_part(text, 0);
  std::string name;
  while (true) {
    const std::size_t slash = text.find('/');
    const std::string_view part = text.substr(0, slash);
    const bool is_last = slash == std::string_view::npos;
    name += escape_part(part, use == NameUse::kMember && is_last ? part.size() : 1);
    // A part that is empty needs something to be one: an escape of nothing.
    if (part.empty()) name += "%_";
    if (is_last) return name;
    name += use == NameUse::kFolder ? escape('/') : "/";
    text.remove_prefix(slash + 1);
  }
}

std::string sample_name(const source::Catalog& catalog, std::uint64_t sample, NameUse use) {
  const std::string_view key = catalog.key(sample);
  std::uint64_t same = 0;
  while (same < sample && catalog.key(sample - same - 1) == key) ++same;
  std::string name = escaped(key, use);
  if (same > 0) name += fmt::format("%~{}", same + 1);
  return name;
}

}  // namespace epochmill::convert
