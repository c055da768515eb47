#include "source/hdf5_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/half.hpp"

namespace epochmill::source {
namespace {

std::uint64_t bits_of(ByteView number, bool is_big_endian) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < number.size(); ++i) {
    bits = bits << 8 | number[is_big_endian ? i : number.size() - 1 - i];
  }
  return bits;
}

double real_of(std::uint64_t bits, std::size_t size) {
  if (size == 2) return double{float_of_half(static_cast<std::uint16_t>(bits))};
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

}  // namespace epochmill::source
