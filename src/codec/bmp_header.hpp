// What stands before the pixels of a BMP.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill::codec {

enum class BmpCoding { kPlain, kRle8, kRle4 };

struct BmpHeader {
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  bool is_top_down = false;
  int bits = 0;  // of a pixel: 1, 4, 8 (indices), 16, 24, 32
  BmpCoding coding = BmpCoding::kPlain;
  std::array<std::uint32_t, 4> masks{};  // red, green, blue, alpha (0: none) of 16 to 32 bits
  std::vector<std::array<std::uint8_t, 3>> palette;  // red, green, blue
  std::size_t pixels_at = 0;                         // within the bytes
};

// "BM", and a header of a size that is known.
bool has_bmp_magic(ByteView head);

// Throws `input` for a header that is cut, or says what cannot be read. Sizes are as it says, not
// checked.
BmpHeader read_bmp_header(ByteView bytes);

}  // namespace epochmill::codec
