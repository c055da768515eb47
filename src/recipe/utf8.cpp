#include "recipe/utf8.hpp"

#include <cstddef>
#include <cstdint>

namespace epochmill::recipe {
namespace {

struct Lead {
  std::size_t size;        // bytes of the whole character; 0 for a byte that cannot start one
  std::uint32_t bits;      // of the code point
  std::uint32_t smallest;  // code point that needs so many bytes
};

Lead lead_of(std::uint8_t byte) {
  if (byte < 0x80) return {1, byte, 0};
  if (byte >= 0xC0 && byte < 0xE0) return {2, byte & 0x1FU, 0x80};
  if (byte >= 0xE0 && byte < 0xF0) return {3, byte & 0x0FU, 0x800};
  if (byte >= 0xF0 && byte < 0xF8) return {4, byte & 0x07U, 0x10000};
  return {0, 0, 0};
}

}  // namespace

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Lead lead = lead_of(static_cast<std::uint8_t>(text[at]));
    if (lead.size == 0 || text.size() - at < lead.size) return false;
    std::uint32_t code_point = lead.bits;
    for (std::size_t i = 1; i < lead.size; ++i) {
      const auto byte = static_cast<std::uint8_t>(text[at + i]);
      if ((byte & 0xC0U) != 0x80U) return false;
      code_point = code_point << 6U | (byte & 0x3FU);
    }
    const bool is_surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    if (code_point < lead.smallest || code_point > 0x10FFFF || is_surrogate) return false;
    at += lead.size;
  }
  return true;
}

}  // namespace epochmill::recipe
