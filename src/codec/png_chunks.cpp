#include "codec/png_chunks.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/error.hpp"

namespace epochmill::codec {
namespace {

constexpr std::array<std::uint8_t, 8> kSignature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
constexpr std::size_t kFrameBytes = 12;  // of a chunk, beside its data: length, type, checksum

// CRC-32 as PNG defines it (ISO 3309, reflected polynomial EDB88320), one byte at a time: only
// small chunks pass here.
constexpr std::array<std::uint32_t, 256> kCrcTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t n = 0; n < table.size(); ++n) {
    std::uint32_t crc = n;
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? (crc >> 1) ^ 0xEDB88320U : crc >> 1;
    table[n] = crc;
  }
  return table;
}();

std::uint32_t crc32(ByteView bytes) {
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const std::uint8_t byte : bytes) crc = kCrcTable[(crc ^ byte) & 0xFF] ^ (crc >> 8);
  return ~crc;
}

std::uint32_t big_endian_32(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
         std::uint32_t{bytes[2]} << 8 | std::uint32_t{bytes[3]};
}

struct Chunk {
  ByteView whole;  // with its frame
  std::string_view type;
  ByteView data;

  bool is_critical() const { return (type[0] & 0x20) == 0; }
  bool has_right_checksum() const {
    return crc32(whole.subspan(4, 4 + data.size())) == big_endian_32(data.data() + data.size());
  }
};

Chunk chunk_at(ByteView png, std::size_t offset) {
  const ByteView rest = png.subspan(offset);
  if (rest.size() < kFrameBytes) {
    throw input_error("the PNG is cut: it ends at byte {}, before its end chunk (IEND)",
                      png.size());
  }
  const std::size_t length = big_endian_32(rest.data());
  const std::string_view type = as_text(rest.subspan(4, 4));
  const auto is_letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
  if (!std::all_of(type.begin(), type.end(), is_letter)) {
    throw input_error("the PNG is damaged: there is no chunk at byte {}", offset);
  }
  if (length > rest.size() - kFrameBytes) {
    throw input_error("the PNG is cut: its {} chunk at byte {} has {} of {} bytes", type, offset,
                      rest.size() - kFrameBytes, length);
  }
  return {rest.first(kFrameBytes + length), type, rest.subspan(8, length)};
}

// Adds `part`, as a piece of the last one when it follows it in memory.
void append(std::vector<ByteView>& parts, ByteView part) {
  ByteView& last = parts.back();
  if (last.data() + last.size() == part.data()) {
    last = {last.data(), last.size() + part.size()};
  } else {
    parts.push_back(part);
  }
}

}  // namespace

bool has_png_signature(ByteView head) {
  return head.size() >= kSignature.size() &&
         std::equal(kSignature.begin(), kSignature.end(), head.begin());
}

PngChunks take_apart(ByteView png) {
  if (!has_png_signature(png)) throw input_error("the PNG is damaged: its signature is wrong");
  PngChunks chunks;
  chunks.picture.push_back(png.first(kSignature.size()));
  std::uint64_t damaged = 0;
  std::string_view first_damaged;
  bool has_exif = false;
  for (std::size_t offset = kSignature.size();;) {
    const Chunk chunk = chunk_at(png, offset);
    offset += chunk.whole.size();
    if (chunk.type == "gAMA" || chunk.type == "iCCP") chunks.has_color_profile = true;
    if (chunk.is_critical() || chunk.type == "tRNS") {
      append(chunks.picture, chunk.whole);
      if (chunk.type == "tRNS") chunks.has_trns = true;
      if (chunk.type == "IDAT") chunks.pixel_bytes += chunk.data.size();
      if (chunk.type == "IEND") break;
    } else if (!chunk.has_right_checksum()) {
      if (damaged++ == 0) first_damaged = chunk.type;
    } else if (chunk.type == "eXIf" && !has_exif) {
      chunks.exif = chunk.data;
      has_exif = true;
    }
  }
  if (damaged > 0) {
    chunks.warnings.push_back(fmt::format(
        "chunks beside the pixels have a wrong checksum and were ignored: {}, the first {}",
        damaged, first_damaged));
  }
  return chunks;
}

Bytes put_together(const PngChunks& chunks) {
  std::size_t size = 0;
  for (const ByteView part : chunks.picture) size += part.size();
  Bytes png;
  png.reserve(size);
  for (const ByteView part : chunks.picture) png.insert(png.end(), part.begin(), part.end());
  return png;
}

}  // namespace epochmill::codec
