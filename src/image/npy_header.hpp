// The header of NumPy's format .npy: which numbers follow, and in how many rows of how many. Its
// description is read by a strict reader: nothing in it is evaluated, and nothing is unpickled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "image/number_type.hpp"

namespace epochmill::image {

struct NpyHeader {
  std::string descr;        // as NumPy spells the type: "<f4", "|u1", "|O"
  bool is_fortran = false;  // the first side runs fastest
  std::vector<std::uint64_t> sides;
  std::size_t header_bytes = 0;  // where the numbers begin

  bool operator==(const NpyHeader&) const = default;
};

// As many bytes of a file are enough for any header that is read here.
inline constexpr std::size_t kMostNpyHeaderBytes = std::size_t{1} << 16;

bool has_npy_magic(ByteView head);

// Reads a header of format version 1, 2 or 3 from the first bytes of a file. Throws `input` for one
// that is cut, of another version, longer than kMostNpyHeaderBytes, of a structured type, or that
// has other entries than descr, fortran_order and shape, each once.
NpyHeader read_npy_header(ByteView head);

// Nothing for a type that holds no single real numbers: objects, text, times, complex numbers.
std::optional<NumberType> number_type_of(const NpyHeader& header);
// The same, or throws `input` that names the type, and says of objects why they are not read.
NumberType require_numbers(const NpyHeader& header);

// Bytes of all numbers. Throws `input` when the sides give more than any file has.
std::uint64_t data_bytes(const NpyHeader& header, const NumberType& type);

// "(60000, 28, 28)", as NumPy shows sides.
std::string shape_text(const std::vector<std::uint64_t>& sides);

// A header of version 1 of numbers in C order, padded to a multiple of 64 bytes as NumPy does.
std::string make_npy_header(const NumberType& type, const std::vector<std::uint64_t>& sides);

}  // namespace epochmill::image
