#include "seal.hpp"

#include <zlib.h>

#include <cstddef>
#include <string_view>

// Exported by the HDF5 library, though not declared in its headers: Jenkins's lookup3.
extern "C" std::uint32_t H5_checksum_metadata(const void* data, std::size_t size,
                                              std::uint32_t start);

namespace epochmill::fuzz {
namespace {

std::uint64_t little_endian(ByteView bytes, std::size_t at, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value |= std::uint64_t{bytes[at + i]} << (8 * i);
  return value;
}

// Whether `count` bytes at `at` and a checksum behind them are there.
bool has_room(ByteView file, std::uint64_t at, std::uint64_t count) {
  return at <= file.size() && count <= file.size() - at && file.size() - at - count >= 4;
}

void seal(Bytes& file, std::size_t at, std::size_t count) {
  const std::uint32_t sum = H5_checksum_metadata(file.data() + at, count, 0);
  for (std::size_t i = 0; i < 4; ++i) {
    file[at + count + i] = static_cast<std::uint8_t>(sum >> (8 * i));
  }
}

// What continues the header whose messages lie at [at, end).
void seal_continuations(Bytes& file, std::size_t at, std::size_t end, std::size_t message_header) {
  constexpr std::uint8_t kContinuation = 0x10;
  while (at + message_header <= end) {
    const std::size_t size = little_endian(file, at + 1, 2);
    const std::size_t data = at + message_header;
    if (file[at] == kContinuation && size == 16 && data + size <= end) {
      const std::uint64_t place = little_endian(file, data, 8);
      const std::uint64_t length = little_endian(file, data + 8, 8);
      if (length >= 4 && has_room(file, place, length - 4)) seal(file, place, length - 4);
    }
    at = data + size;
  }
}

void seal_object_header(Bytes& file, std::size_t at) {
  if (!has_room(file, at, 8)) return;
  const std::uint8_t flags = file[at + 5];
  const std::size_t size_at =
      at + 6 + ((flags & 0x20) != 0 ? 16 : 0) + ((flags & 0x10) != 0 ? 4 : 0);
  const std::size_t size_bytes = std::size_t{1} << (flags & 3);
  if (!has_room(file, size_at, size_bytes)) return;
  const std::uint64_t size = little_endian(file, size_at, size_bytes);
  const std::size_t messages = size_at + size_bytes;
  if (!has_room(file, messages, size)) return;
  seal_continuations(file, messages, messages + size, (flags & 4) != 0 ? 6 : 4);
  seal(file, at, messages + size - at);
}

// The index of a chunked dataset, and its list of chunks where that is in one piece.
void seal_fixed_array(Bytes& file, std::size_t at) {
  constexpr std::size_t kHeader = 24;
  constexpr std::size_t kListStart = 14;
  if (!has_room(file, at, kHeader)) return;
  seal(file, at, kHeader);
  const std::uint64_t entry_bytes = file[at + 6];
  const std::uint64_t entries = little_endian(file, at + 8, 8);
  const std::uint64_t list = little_endian(file, at + 16, 8);
  if (entries > file.size()) return;
  const std::uint64_t list_bytes = kListStart + entries * entry_bytes;
  if (has_room(file, list, list_bytes)) seal(file, list, list_bytes);
}

}  // namespace

Bytes sealed_png(ByteView png) {
  Bytes sealed(png.begin(), png.end());
  const auto big_endian = [&](std::size_t at) {
    return std::uint32_t{sealed[at]} << 24 | std::uint32_t{sealed[at + 1]} << 16 |
           std::uint32_t{sealed[at + 2]} << 8 | std::uint32_t{sealed[at + 3]};
  };
  for (std::size_t at = 8; sealed.size() >= 12 && at <= sealed.size() - 12;) {
    const std::size_t length = big_endian(at);
    if (length > sealed.size() - 12 - at) break;
    const auto crc = static_cast<std::uint32_t>(
        ::crc32(0, sealed.data() + at + 4, static_cast<uInt>(length + 4)));
    for (std::size_t i = 0; i < 4; ++i) {
      sealed[at + 8 + length + i] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
    }
    at += 12 + length;
  }
  return sealed;
}

Bytes sealed_hdf5(ByteView file) {
  constexpr std::size_t kSuperblock = 44;
  Bytes sealed(file.begin(), file.end());
  const std::string_view text = as_text(file);
  for (std::size_t at = text.find("OHDR"); at != text.npos; at = text.find("OHDR", at + 1)) {
    seal_object_header(sealed, at);
  }
  for (std::size_t at = text.find("FAHD"); at != text.npos; at = text.find("FAHD", at + 1)) {
    seal_fixed_array(sealed, at);
  }
  if (has_room(sealed, 0, kSuperblock)) seal(sealed, 0, kSuperblock);
  return sealed;
}

}  // namespace epochmill::fuzz
