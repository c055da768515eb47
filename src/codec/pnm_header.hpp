// What stands before the pixels of a Netpbm picture.
#pragma once

#include <cstdint>

#include "base/bytes.hpp"

namespace epochmill::codec {

struct PnmHeader {
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  int channels = 1;
  std::uint32_t max_value = 1;  // 1 to 65535
  bool is_plain = false;        // samples are decimal numbers (of PBM: digits), not bytes
  bool is_bitmap = false;       // of PBM: packed bits when raw; 1 is black
  std::size_t size_bytes = 0;   // the pixels start here
};

// "P1" to "P7" and what must follow them.
bool has_pnm_magic(ByteView head);

// Throws `input` for a header that is cut or is none. Sizes are as it says, not checked.
PnmHeader read_pnm_header(ByteView bytes);

// The characters of a header or of plain samples: a comment, from # to the end of its line, is that
// end of line.
class PnmText {
 public:
  PnmText(ByteView bytes, std::size_t at) : bytes_(bytes), at_(at) {}

  std::size_t at() const { return at_; }
  // The first character that is no white space. Throws `input` at the end of the bytes.
  char next_printed();
  // A decimal number, the white space before it and one character of that behind it, which may be
  // missing at the end of the bytes. Throws `input` for anything else, naming `what`.
  std::uint64_t number(const char* what);

 private:
  // '\0' at the end.
  char next();

  ByteView bytes_;
  std::size_t at_;
};

}  // namespace epochmill::codec
