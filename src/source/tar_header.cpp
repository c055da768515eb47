#include "source/tar_header.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

struct Field {
  std::size_t at;
  std::size_t size;
};

constexpr Field kName{0, 100};
constexpr Field kSize{124, 12};
constexpr Field kChecksum{148, 8};
constexpr std::size_t kType = 156;
constexpr Field kMagic{257, 6};
constexpr Field kPrefix{345, 155};

std::string_view field_of(ByteView block, Field field) {
  return as_text(block.subspan(field.at, field.size));
}

// Up to the first NUL; a field that is full has none.
std::string_view text_of(ByteView block, Field field) {
  const std::string_view text = field_of(block, field);
  return text.substr(0, text.find('\0'));
}

std::uint64_t base_256(std::string_view field, const char* what) {
  std::uint64_t number = static_cast<std::uint8_t>(field[0]) & 0x7F;
  for (const char c : field.substr(1)) {
    if (number >> 55 != 0) throw input_error("its {} is negative or above 2^63 - 1", what);
    number = number << 8 | static_cast<std::uint8_t>(c);
  }
  return number;
}

// Octal digits, with spaces before them, and a space or NUL behind them unless the field is full.
std::uint64_t number_of(ByteView block, Field place, const char* what) {
  const std::string_view field = field_of(block, place);
  if ((static_cast<std::uint8_t>(field[0]) & 0x80) != 0) return base_256(field, what);
  std::uint64_t number = 0;
  std::size_t at = std::min(field.find_first_not_of(' '), field.size());
  for (; at < field.size() && field[at] >= '0' && field[at] <= '7'; ++at) {
    number = number * 8 + static_cast<std::uint64_t>(field[at] - '0');
  }
  if (at < field.size() && field[at] != ' ' && field[at] != '\0') {
    throw input_error("its {} is {}, not an octal number", what, shown(field));
  }
  return number;
}

// Of unsigned bytes, as the standard has it, or of signed ones, as some old programs added them.
bool has_checksum(ByteView block) {
  std::int64_t sum = std::int64_t{' '} * static_cast<std::int64_t>(kChecksum.size);
  std::int64_t signed_sum = sum;
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (i >= kChecksum.at && i < kChecksum.at + kChecksum.size) continue;
    sum += block[i];
    signed_sum += static_cast<std::int8_t>(block[i]);
  }
  const std::uint64_t written = number_of(block, kChecksum, "checksum");
  return std::cmp_equal(written, sum) || std::cmp_equal(written, signed_sum);
}

}  // namespace

bool is_zero_block(ByteView block) {
  return std::ranges::all_of(block, [](std::uint8_t byte) { return byte == 0; });
}

TarHeader parse_tar_header(ByteView block) {
  if (block.size() != kTarBlock) throw internal_error("a tar header of {} bytes", block.size());
  if (!has_checksum(block)) throw input_error("its header has a wrong checksum");
  TarHeader header;
  header.name = text_of(block, kName);
  // GNU's own magic ends in a space, and its headers keep times where the prefix would be.
  if (field_of(block, kMagic) == std::string_view("ustar\0", 6)) {
    const std::string_view prefix = text_of(block, kPrefix);
    if (!prefix.empty()) header.name = std::string(prefix) + '/' + header.name;
  }
  header.size = number_of(block, kSize, "size");
  const auto type = static_cast<char>(block[kType]);
  header.type = type == '\0' ? '0' : type;
  return header;
}

std::uint32_t tar_header_mark(ByteView block) {
  Digester digester;
  for (const Field field : {kName, kPrefix, kSize}) digester.add_text(field_of(block, field));
  return static_cast<std::uint32_t>(digester.value64());
}

}  // namespace epochmill::source
