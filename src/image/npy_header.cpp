#include "image/npy_header.hpp"

#include <fmt/ranges.h>

#include <array>

#include "base/error.hpp"
#include "image/npy_literal.hpp"

namespace epochmill::image {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
// Magic, two bytes of version, then the length of the text: two bytes, since version 2 four.
constexpr std::size_t kVersionBytes = 2;

std::size_t text_length(ByteView head, std::size_t at, std::size_t length_bytes) {
  std::size_t length = 0;
  for (std::size_t i = length_bytes; i-- > 0;) length = length << 8 | head[at + i];
  return length;
}

struct Letter {
  char letter;
  NumberKind kind;
};
constexpr std::array kLetters{Letter{'b', NumberKind::kBool}, Letter{'i', NumberKind::kSigned},
                              Letter{'u', NumberKind::kUnsigned}, Letter{'f', NumberKind::kReal}};

bool is_size_of(NumberKind kind, char digit) {
  if (digit == '1') return kind != NumberKind::kReal;
  return kind != NumberKind::kBool && (digit == '2' || digit == '4' || digit == '8');
}

const char* family_of(char letter) {
  switch (letter) {
    case 'c':
      return "complex numbers";
    case 'S':
    case 'a':
      return "byte strings";
    case 'U':
      return "text";
    case 'M':
    case 'm':
      return "times";
    case 'V':
      return "records";
    default:
      return "a type that is not known here";
  }
}

}  // namespace

bool has_npy_magic(ByteView head) { return as_text(head).starts_with(kMagic); }

NpyHeader read_npy_header(ByteView head) {
  if (!has_npy_magic(head)) throw input_error("not a NumPy array: it does not begin as one");
  const std::size_t at = kMagic.size() + kVersionBytes;
  if (head.size() < at + 2) throw input_error("the NumPy array is cut within its header");
  const int major = head[kMagic.size()];
  const int minor = head[kMagic.size() + 1];
  if (major < 1 || major > 3 || minor != 0) {
    throw input_error("a NumPy array of format version {}.{}; versions 1.0, 2.0 and 3.0 are read",
                      major, minor);
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  if (head.size() < at + length_bytes) throw input_error("the NumPy array is cut in its header");
  const std::size_t length = text_length(head, at, length_bytes);
  const std::size_t begin = at + length_bytes;
  if (length > kMostNpyHeaderBytes - begin) {
    throw input_error("the NumPy array's header has {} bytes; at most {} are read", length,
                      kMostNpyHeaderBytes - begin);
  }
  if (length > head.size() - begin) throw input_error("the NumPy array is cut within its header");
  NpyHeader header = parse_npy_literal(as_text(head.subspan(begin, length)));
  header.header_bytes = begin + length;
  return header;
}

std::optional<NumberType> number_type_of(const NpyHeader& header) {
  const std::string& descr = header.descr;
  if (descr.size() != 3) return std::nullopt;
  for (const Letter& row : kLetters) {
    if (descr[1] != row.letter || !is_size_of(row.kind, descr[2])) continue;
    const auto bytes = static_cast<std::size_t>(descr[2] - '0');
    // Of one byte there is no order; NumPy writes "|", and reads any.
    const bool has_order = descr[0] == '<' || descr[0] == '>';
    if (!has_order && !(descr[0] == '|' && bytes == 1)) return std::nullopt;
    return NumberType{row.kind, bytes, descr[0] == '>' && bytes > 1};
  }
  return std::nullopt;
}

NumberType require_numbers(const NpyHeader& header) {
  if (const auto type = number_type_of(header)) return *type;
  const std::string& descr = header.descr;
  if (descr.find('O') != std::string::npos) {
    throw input_error(
        "an array of Python objects (dtype \"{}\"), which are pickled: reading them would run code "
        "from the file, so it is refused; save it again as numbers, by np.save(file, "
        "np.stack(list).astype(...))",
        descr);
  }
  const char letter = descr.size() > 1 ? descr[1] : '?';
  throw input_error(
      "an array of dtype \"{}\": {}; bool, int8 to int64, uint8 to uint64 and float16, float32, "
      "float64 are read",
      descr, descr.size() == 4 && letter == 'f' ? "reals longer than 64 bits" : family_of(letter));
}

std::uint64_t data_bytes(const NpyHeader& header, const NumberType& type) {
  std::uint64_t bytes = type.bytes;
  for (const std::uint64_t side : header.sides) {
    if (__builtin_mul_overflow(bytes, side, &bytes)) {
      throw input_error("the sides {} give more bytes than any file has", shape_text(header.sides));
    }
  }
  return bytes;
}

std::string shape_text(const std::vector<std::uint64_t>& sides) {
  return fmt::format("({}{})", fmt::join(sides, ", "), sides.size() == 1 ? "," : "");
}

std::string make_npy_header(const NumberType& type, const std::vector<std::uint64_t>& sides) {
  constexpr std::size_t kBlock = 64;
  char letter = '?';
  for (const Letter& row : kLetters) {
    if (row.kind == type.kind) letter = row.letter;
  }
  const char order = type.bytes == 1 ? '|' : type.is_big_endian ? '>' : '<';
  std::string text = fmt::format("{{'descr': '{}{}{}', 'fortran_order': False, 'shape': {}, }}",
                                 order, letter, type.bytes, shape_text(sides));
  const std::size_t begin = kMagic.size() + kVersionBytes + 2;
  const std::size_t used = begin + text.size() + 1;
  text.append((kBlock - used % kBlock) % kBlock, ' ');
  text += '\n';
  std::string header(kMagic);
  header += '\1';
  header += '\0';
  header += static_cast<char>(text.size() & 0xFF);
  header += static_cast<char>(text.size() >> 8 & 0xFF);
  return header + text;
}

}  // namespace epochmill::image
