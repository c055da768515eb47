// Raw bytes: an owner, a view, and the views of other things as bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace epochmill {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

inline ByteView as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

template <typename T>
requires std::is_trivially_copyable_v<T> ByteView as_bytes(std::span<const T> values) {
  return {reinterpret_cast<const std::uint8_t*>(values.data()), values.size_bytes()};
}

template <typename T, typename Allocator>
requires std::is_trivially_copyable_v<T> ByteView
as_bytes(const std::vector<T, Allocator>& values) {
  return as_bytes(std::span<const T>(values));
}

// The bytes of one number, in this machine's (little-endian) order; `value` must outlive the view.
template <typename T>
requires std::is_arithmetic_v<T> ByteView bytes_of(const T& value) {
  return as_bytes(std::span<const T>(&value, 1));
}

inline std::string_view as_text(ByteView bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace epochmill
