// Gzip files of any content, without a compressor: stored blocks.
#pragma once

#include <zlib.h>

#include <string>

namespace epochmill::source {

inline std::string made_gzip(const std::string& content) {
  const auto little_endian = [](unsigned long number, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(number >> 8 * i & 0xFF);
    return text;
  };
  const auto* data = reinterpret_cast<const Bytef*>(content.data());
  const auto size = static_cast<uInt>(content.size());  // of one block: at most 65535
  return std::string("\x1F\x8B\x08\0\0\0\0\0\0\xFF\x01", 11) + little_endian(size, 2) +
         little_endian(~size, 2) + content + little_endian(crc32(0, data, size), 4) +
         little_endian(size, 4);
}

}  // namespace epochmill::source
