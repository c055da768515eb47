#include <bit>
#include <optional>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "source/idx_file.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

// The bits of the number at `at`, whose highest byte stands first.
std::uint64_t bits_at(ByteView bytes, std::uint64_t at, std::uint64_t size) {
  std::uint64_t bits = 0;
  for (std::uint64_t i = 0; i < size; ++i) bits = bits << 8 | bytes[at + i];
  return bits;
}

double real_of(IdxType type, std::uint64_t bits) {
  if (type == IdxType::kF64) return std::bit_cast<double>(bits);
  return double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
}

// None for a real that is no integer that it holds exactly.
std::optional<std::int64_t> integer_of(IdxType type, std::uint64_t bits) {
  switch (type) {
    case IdxType::kU8:
      return static_cast<std::int64_t>(bits);
    case IdxType::kI8:
      return static_cast<std::int8_t>(bits);
    case IdxType::kI16:
      return static_cast<std::int16_t>(bits);
    case IdxType::kI32:
      return static_cast<std::int32_t>(bits);
    case IdxType::kF32:
    case IdxType::kF64:
      break;
  }
  constexpr double kLimit = 9007199254740992;  // 2^53
  const double real = real_of(type, bits);
  if (!(real > -kLimit && real < kLimit)) return std::nullopt;
  const auto integer = static_cast<std::int64_t>(real);
  if (static_cast<double>(integer) != real) return std::nullopt;
  return integer;
}

}  // namespace

std::vector<std::int64_t> read_idx_labels(const IdxFile& file) {
  const std::string name = shown(file.path().native());
  if (file.sides().size() != 1) {
    throw input_error("{}: an IDX file of rank {}; labels have rank 1: one number a picture", name,
                      file.sides().size());
  }
  Bytes bytes(checked_cast<std::size_t>(file.data_bytes()));
  file.read(bytes, 0);
  const std::uint64_t size = size_of(file.type());
  std::vector<std::int64_t> labels;
  labels.reserve(file.sides()[0]);
  for (std::uint64_t row = 0; row < file.sides()[0]; ++row) {
    const std::uint64_t bits = bits_at(bytes, row * size, size);
    const auto label = integer_of(file.type(), bits);
    if (!label) {
      throw input_error("{}: row {} is {}; labels are integers", name, row,
                        real_of(file.type(), bits));
    }
    labels.push_back(*label);
  }
  return labels;
}

}  // namespace epochmill::source
