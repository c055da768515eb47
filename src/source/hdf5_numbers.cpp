#include "source/hdf5_numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace epochmill::source {
namespace {

std::uint64_t bits_of(ByteView number, bool is_big_endian) {
  std::array<std::uint8_t, 8> bytes{};
  put_little_endian(number, is_big_endian, std::span(bytes).first(number.size()));
  std::uint64_t bits = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) bits = bits << 8 | bytes[i];
  return bits;
}

// IEEE's 16 bits, whose value a double holds exactly.
double half_of(std::uint64_t bits) {
  const auto exponent = static_cast<int>(bits >> 10 & 0x1F);
  const auto mantissa = static_cast<std::uint64_t>(bits & 0x3FF);
  // The same value's bits in 64: the exponent's bias is 1023 there, 15 here.
  double value = static_cast<double>(mantissa) * 0x1p-24;
  if (exponent > 0) {
    const std::uint64_t wide = exponent == 31 ? 2047 : static_cast<std::uint64_t>(exponent + 1008);
    value = std::bit_cast<double>(wide << 52 | mantissa << 42);
  }
  return (bits >> 15 & 1) != 0 ? -value : value;
}

double real_of(std::uint64_t bits, std::size_t size) {
  if (size == 2) return half_of(bits);
  if (size == 4) return double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
  return std::bit_cast<double>(bits);
}

std::int64_t signed_of(std::uint64_t bits, std::size_t size) {
  const auto unused = static_cast<int>(64 - 8 * size);
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

}  // namespace

void put_little_endian(ByteView number, bool is_big_endian, std::span<std::uint8_t> out) {
  if (is_big_endian) {
    std::reverse_copy(number.begin(), number.end(), out.begin());
  } else {
    std::copy(number.begin(), number.end(), out.begin());
  }
}

std::optional<std::int64_t> integer_of(ByteView number, const capi::H5Element& element) {
  const std::uint64_t bits = bits_of(number, element.is_big_endian);
  if (element.kind == capi::H5ElementKind::kSigned) return signed_of(bits, number.size());
  if (element.kind == capi::H5ElementKind::kUnsigned) {
    if (!std::in_range<std::int64_t>(bits)) return std::nullopt;
    return static_cast<std::int64_t>(bits);
  }
  constexpr double kLimit = 9007199254740992;  // 2^53
  const double real = real_of(bits, number.size());
  if (!(real > -kLimit && real < kLimit)) return std::nullopt;
  const auto integer = static_cast<std::int64_t>(real);
  if (static_cast<double>(integer) != real) return std::nullopt;
  return integer;
}

std::string number_text(ByteView number, const capi::H5Element& element) {
  const std::uint64_t bits = bits_of(number, element.is_big_endian);
  if (element.kind == capi::H5ElementKind::kUnsigned) return fmt::to_string(bits);
  if (element.kind == capi::H5ElementKind::kSigned) {
    return fmt::to_string(signed_of(bits, number.size()));
  }
  return fmt::to_string(real_of(bits, number.size()));
}

std::string shape_text(std::span<const std::uint64_t> dims) {
  return fmt::format("({}{})", fmt::join(dims, ", "), dims.size() == 1 ? "," : "");
}

}  // namespace epochmill::source
