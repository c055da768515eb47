// The list at the end of a zip file of what is in it, as far as NumPy's .npz needs: members that
// are stored or deflated, in one file, not encrypted; with zip64 for large ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill::source {

struct ZipMember {
  std::string name;
  bool is_deflated = false;
  std::uint32_t crc32 = 0;         // of its content
  std::uint64_t stored_bytes = 0;  // in the file
  std::uint64_t bytes = 0;         // of its content; equal for one that is not deflated
  std::uint64_t data_at = 0;       // where it begins in the file
};

bool has_zip_magic(ByteView head);

// All members of the zip file `zip`, in their order. Throws `input`, without the file's name, for
// one that is cut, damaged, encrypted, in several parts, compressed in another way, with two
// members of one name, or with a member that lies outside.
std::vector<ZipMember> read_zip_directory(ByteView zip);

}  // namespace epochmill::source
