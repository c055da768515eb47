#include "source/npy_row.hpp"

#include <string>

#include "base/checked.hpp"
#include "base/error.hpp"

namespace epochmill::source {
namespace {

// The values start at a multiple of it.
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kMagicBytes = 10;  // "\x93NUMPY", version, length of the text

std::string header_of(std::string_view type, image::Size size, int channels) {
  std::string text =
      fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}, {}, {}), }}",
                  type.ends_with('1') ? '|' : '<', type, size.height, size.width, channels);
  const std::size_t bytes = kMagicBytes + text.size() + 1;
  text.append((kAlignment - bytes % kAlignment) % kAlignment, ' ');
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() & 0xFF);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

}  // namespace

NpyRow::NpyRow(std::string_view type, image::Size size, int channels) {
  if (type.size() != 2 || size.height < 1 || size.width < 1 || channels < 1) {
    throw internal_error("no NPY of {} x {} x {} numbers of type {}", size.height, size.width,
                         channels, type);
  }
  const std::string header = header_of(type, size, channels);
  header_bytes_ = header.size();
  const std::size_t pixels =
      checked_mul(checked_cast<std::size_t>(size.width), checked_cast<std::size_t>(size.height));
  const std::size_t numbers = checked_mul(pixels, checked_cast<std::size_t>(channels));
  bytes_.assign(header.begin(), header.end());
  bytes_.resize(
      checked_add(header_bytes_, checked_mul(numbers, static_cast<std::size_t>(type[1] - '0'))));
}

}  // namespace epochmill::source
