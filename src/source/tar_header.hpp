// One block of a tar file that describes what follows it: POSIX ustar, GNU, and the V7 form that
// both began with.
#pragma once

#include <cstdint>
#include <string>

#include "base/bytes.hpp"

namespace epochmill::source {

inline constexpr std::uint64_t kTarBlock = 512;

struct TarHeader {
  std::string name;  // with ustar's prefix before it; any bytes but NUL
  std::uint64_t size = 0;
  char type = '0';  // '0' regular, '5' folder, 'x' pax, 'L' GNU's long name, ...; V7's NUL as '0'
};

// True for the block that ends an archive.
bool is_zero_block(ByteView block);

// Reads one block. Throws `input`, without a place, when its checksum is wrong or a number in it is
// none: octal digits, or GNU's base 256 up to 2^63 - 1.
TarHeader parse_tar_header(ByteView block);

// A number of what makes a member another one: the fields of its name, prefix and size, as they
// are written.
std::uint32_t tar_header_mark(ByteView block);

}  // namespace epochmill::source
