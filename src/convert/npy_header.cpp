#include "convert/npy_header.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

namespace epochmill::convert {

Bytes npy_header(std::string_view type, const std::vector<std::uint64_t>& shape) {
  constexpr std::size_t kAlignment = 64;
  constexpr std::size_t kMagicBytes = 10;  // "\x93NUMPY", version, length of the text
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}",
                                 type, fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  const std::size_t bytes = kMagicBytes + text.size() + 1;
  text.append((kAlignment - bytes % kAlignment) % kAlignment, ' ');
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() & 0xFF);
  header += static_cast<char>(text.size() >> 8);
  header += text;
  return {header.begin(), header.end()};
}

}  // namespace epochmill::convert
