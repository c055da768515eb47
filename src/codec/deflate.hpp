// Pixels to what HDF5's filters shuffle and deflate make of them, and back.
#pragma once

#include <string>

#include "base/bytes.hpp"

namespace epochmill::codec {

// The most that deflate can make of one byte: a length of 258 from two codes of one bit each.
inline constexpr std::uint64_t kMaxInflation = 1032;

// Elements of more than one byte are shuffled before: all their first bytes, all their second
// bytes, and so on. `level`: 1 to 12. Any thread.
Bytes deflate(ByteView values, std::size_t element_bytes, int level);

// `size` bytes of values. Throws `input` for bytes that are damaged, or hold another number; no
// memory is taken for more than they can hold.
Bytes inflate(ByteView stored, std::size_t element_bytes, std::size_t size);

// "libdeflate 1.14".
std::string deflate_library();

}  // namespace epochmill::codec
