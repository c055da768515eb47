// IDX, CIFAR and .npy files made byte by byte.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

namespace epochmill::source {

inline std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xFF);
  return bytes;
}

inline std::string idx(int type, std::initializer_list<std::uint32_t> sides,
                       const std::string& data) {
  std::string bytes{0, 0, static_cast<char>(type), static_cast<char>(sides.size())};
  for (const std::uint32_t side : sides) bytes += big_endian(side);
  return bytes + data;
}

// A .npy file of version 1; `shape` is Python's text.
inline std::string npy(const std::string& descr, const std::string& shape, const std::string& data,
                       const std::string& fortran_order = "False") {
  const std::string text = "{'descr': '" + descr + "', 'fortran_order': " + fortran_order +
                           ", 'shape': " + shape + ", }\n";
  return std::string("\x93NUMPY\1\0", 8) + static_cast<char>(text.size() & 0xFF) +
         static_cast<char>(text.size() >> 8) + text + data;
}

// `size` bytes that differ from their neighbours.
inline std::string scattered(std::size_t size, unsigned first = 0) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>((first + i * i + 7 * i) & 0xFF);
  return bytes;
}

// The bytes of a PNM of these samples.
inline std::string pnm(int channels, int height, int width, const std::string& samples) {
  return (channels == 1 ? "P5\n" : "P6\n") + std::to_string(width) + ' ' + std::to_string(height) +
         "\n255\n" + samples;
}

}  // namespace epochmill::source
