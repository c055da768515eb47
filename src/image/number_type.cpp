#include "image/number_type.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/error.hpp"
#include "base/half.hpp"

namespace epochmill::image {
namespace {

template <std::size_t kBytes>
using Bits = std::conditional_t<
    kBytes == 1, std::uint8_t,
    std::conditional_t<kBytes == 2, std::uint16_t,
                       std::conditional_t<kBytes == 4, std::uint32_t, std::uint64_t>>>;

template <typename Word>
Word swapped(Word word) {
  if constexpr (sizeof(Word) == 2) return __builtin_bswap16(word);
  if constexpr (sizeof(Word) == 4) return __builtin_bswap32(word);
  if constexpr (sizeof(Word) == 8) return __builtin_bswap64(word);
  return word;
}

template <typename Word>
Word word_at(const std::uint8_t* bytes, bool is_big_endian) {
  Word word{};
  std::memcpy(&word, bytes, sizeof word);
  return is_big_endian ? swapped(word) : word;
}

// A float has 24 bits for the digits of a number, wherever they begin.
bool is_exact_as_float(std::uint64_t magnitude) {
  return magnitude == 0 || std::bit_width(magnitude) - std::countr_zero(magnitude) <= 24;
}

template <typename Integer>
float float_of_integer(Integer value, std::size_t index) {
  if constexpr (sizeof(Integer) > 2) {
    const auto bits = static_cast<std::uint64_t>(value);
    if (!is_exact_as_float(std::cmp_less(value, 0) ? 0 - bits : bits)) {
      throw input_error(
          "number {} is {}, which 32-bit reals do not hold: whole numbers above 16777216 (2^24) "
          "lose digits; scale or split the array, or store it as float32 or float64 if rounding is "
          "right for it",
          index, value);
    }
  }
  return static_cast<float>(value);
}

float float_of_bool(std::uint8_t byte, std::size_t index) {
  if (byte > 1) throw input_error("number {} of a bool array is {}; it is damaged", index, byte);
  return byte;
}

// `make` gives a float of the bits of a number and its place.
template <typename Word, typename Make>
void fill(ByteView bytes, bool is_big_endian, std::span<float> out, Make make) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = make(word_at<Word>(bytes.data() + i * sizeof(Word), is_big_endian), i);
  }
}

float float_of_real(std::uint16_t bits, std::size_t) { return float_of_half(bits); }
float float_of_real(std::uint32_t bits, std::size_t) { return std::bit_cast<float>(bits); }
float float_of_real(std::uint64_t bits, std::size_t) {
  return static_cast<float>(std::bit_cast<double>(bits));
}

template <std::size_t kBytes>
void fill_sized(const NumberType& type, ByteView bytes, std::span<float> out) {
  using Word = Bits<kBytes>;
  switch (type.kind) {
    case NumberKind::kBool:
      return fill<std::uint8_t>(bytes, false, out, float_of_bool);
    case NumberKind::kUnsigned:
      return fill<Word>(bytes, type.is_big_endian, out, float_of_integer<Word>);
    case NumberKind::kSigned:
      return fill<Word>(bytes, type.is_big_endian, out, [](Word word, std::size_t i) {
        return float_of_integer(static_cast<std::make_signed_t<Word>>(word), i);
      });
    case NumberKind::kReal:
      if constexpr (kBytes > 1) {
        return fill<Word>(bytes, type.is_big_endian, out,
                          [](Word word, std::size_t i) { return float_of_real(word, i); });
      }
  }
  throw internal_error("no numbers of {}", name_of(type));
}

}  // namespace

std::string name_of(const NumberType& type) {
  if (type.kind == NumberKind::kBool) return "bool";
  const char* kind = type.kind == NumberKind::kSigned     ? "int"
                     : type.kind == NumberKind::kUnsigned ? "uint"
                                                          : "float";
  return fmt::format("{}{}", kind, 8 * type.bytes);
}

void to_floats(const NumberType& type, ByteView bytes, std::span<float> out) {
  if (bytes.size() / type.bytes != out.size() || bytes.size() % type.bytes != 0) {
    throw internal_error("{} bytes for {} numbers of {}", bytes.size(), out.size(), name_of(type));
  }
  switch (type.bytes) {
    case 1:
      return fill_sized<1>(type, bytes, out);
    case 2:
      return fill_sized<2>(type, bytes, out);
    case 4:
      return fill_sized<4>(type, bytes, out);
    case 8:
      return fill_sized<8>(type, bytes, out);
    default:
      throw internal_error("no numbers of {} bytes", type.bytes);
  }
}

std::int64_t integer_at(const NumberType& type, ByteView bytes, std::size_t index) {
  if (!type.is_integer()) throw internal_error("{} is no type of integers", name_of(type));
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < type.bytes; ++i) {
    const std::size_t from_top = type.is_big_endian ? i : type.bytes - 1 - i;
    bits = bits << 8 | bytes[index * type.bytes + from_top];
  }
  if (type.kind == NumberKind::kUnsigned) {
    if (std::in_range<std::int64_t>(bits)) return static_cast<std::int64_t>(bits);
    throw input_error("row {} is {}, above 2^63 - 1", index, bits);
  }
  const auto unused = static_cast<int>(64 - 8 * type.bytes);
  return static_cast<std::int64_t>(bits << unused) >> unused;  // repeats the sign's bit
}

}  // namespace epochmill::image
