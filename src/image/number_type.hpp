// The numbers that arrays of other programs hold, and what becomes of them here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/bytes.hpp"

namespace epochmill::image {

enum class NumberKind : std::uint8_t { kBool, kSigned, kUnsigned, kReal };

struct NumberType {
  NumberKind kind = NumberKind::kUnsigned;
  std::size_t bytes = 1;  // of a number: 1, 2, 4 or 8; of a bool 1; of a real at least 2
  bool is_big_endian = false;
  bool operator==(const NumberType&) const = default;

  bool is_byte() const { return kind == NumberKind::kUnsigned && bytes == 1; }
  bool is_integer() const { return kind == NumberKind::kSigned || kind == NumberKind::kUnsigned; }
};

// As NumPy calls it, byte order apart: "uint8", "float32", "bool".
std::string name_of(const NumberType& type);

// `bytes` as floats: integers and bools exactly, reals of 8 bytes rounded once. Throws `input`,
// naming the place, for an integer that no float holds and for a bool that is neither 0 nor 1.
// `bytes` must hold out.size() numbers; throws `internal` otherwise.
void to_floats(const NumberType& type, ByteView bytes, std::span<float> out);

// The number `index` of `bytes`, which are of an integer type. Throws `input` for one that is above
// 2^63 - 1.
std::int64_t integer_at(const NumberType& type, ByteView bytes, std::size_t index);

}  // namespace epochmill::image
