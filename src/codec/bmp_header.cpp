#include "codec/bmp_header.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "base/error.hpp"

namespace epochmill::codec {
namespace {

constexpr std::size_t kFileHeader = 14;
// OS/2 1; Windows 3; with masks; with alpha's as well; OS/2 2; Windows 4 and 5.
constexpr std::array<std::uint32_t, 7> kInfoSizes{12, 40, 52, 56, 64, 108, 124};

// Compressions by their number in the file.
constexpr std::uint32_t kPlain = 0;
constexpr std::uint32_t kRle8 = 1;
constexpr std::uint32_t kRle4 = 2;
constexpr std::uint32_t kMasks = 3;
constexpr std::uint32_t kMasksWithAlpha = 6;

std::uint32_t number(ByteView bytes, std::size_t at, std::size_t size) {
  if (at > bytes.size() || size > bytes.size() - at) {
    throw input_error("the BMP is cut: its header ends after {} bytes", bytes.size());
  }
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value |= std::uint32_t{bytes[at + i]} << (8 * i);
  return value;
}

bool is_one_of(std::uint32_t value, std::initializer_list<std::uint32_t> values) {
  return std::ranges::find(values, value) != values.end();
}

void check_mask(std::uint32_t mask) {
  const std::uint32_t ones = mask == 0 ? 0 : mask >> std::countr_zero(mask);
  if ((ones & (ones + 1)) != 0) {
    throw input_error("the BMP's mask {:08X} has a gap, which is not supported", mask);
  }
}

// Where the masks stand: behind 40 bytes of header, whether these are all of it or not.
void read_masks(ByteView bytes, std::uint32_t info_size, bool has_alpha, BmpHeader& header) {
  const std::size_t count = has_alpha || info_size >= 56 ? 4 : 3;
  for (std::size_t i = 0; i < count; ++i) {
    header.masks[i] = number(bytes, kFileHeader + 40 + 4 * i, 4);
    check_mask(header.masks[i]);
  }
  if ((header.masks[0] | header.masks[1] | header.masks[2]) == 0) {
    throw input_error("the BMP is damaged: it masks every colour out");
  }
}

void read_coding(ByteView bytes, std::uint32_t info_size, BmpHeader& header) {
  const std::uint32_t compression = info_size == 12 ? kPlain : number(bytes, kFileHeader + 16, 4);
  const auto bits = static_cast<std::uint32_t>(header.bits);
  const bool is_os2 = info_size == 64;  // whose 3 and 4 are something else
  if (compression == kPlain && is_one_of(bits, {1, 4, 8, 16, 24, 32})) {
    if (bits == 16) header.masks = {0x7C00, 0x3E0, 0x1F, 0};
    if (bits > 16) header.masks = {0xFF0000, 0xFF00, 0xFF, 0};
  } else if (compression == kRle8 && bits == 8) {
    header.coding = BmpCoding::kRle8;
  } else if (compression == kRle4 && bits == 4) {
    header.coding = BmpCoding::kRle4;
  } else if ((compression == kMasks || compression == kMasksWithAlpha) && !is_os2 &&
             is_one_of(bits, {16, 24, 32})) {
    read_masks(bytes, info_size, compression == kMasksWithAlpha, header);
  } else {
    throw input_error("the BMP's compression {} of {} bits a pixel is not supported", compression,
                      bits);
  }
}

// Behind the header; masks are only where there is no palette.
void read_palette(ByteView bytes, std::uint32_t info_size, BmpHeader& header) {
  if (header.bits > 8) return;
  const std::uint32_t used = info_size == 12 ? 0 : number(bytes, kFileHeader + 32, 4);
  const std::uint32_t most = 1U << header.bits;
  const std::size_t entry = info_size == 12 ? 3 : 4;
  for (std::size_t i = 0; i < std::min(used == 0 ? most : used, most); ++i) {
    const std::uint32_t bgr = number(bytes, kFileHeader + info_size + entry * i, 3);
    header.palette.push_back({static_cast<std::uint8_t>(bgr >> 16),
                              static_cast<std::uint8_t>(bgr >> 8), static_cast<std::uint8_t>(bgr)});
  }
}

}  // namespace

bool has_bmp_magic(ByteView head) {
  // Two letters are a weak sign; the size of the header that follows makes it a strong one.
  return head.size() >= kFileHeader + 4 && as_text(head).starts_with("BM") &&
         std::ranges::find(kInfoSizes, number(head, kFileHeader, 4)) != kInfoSizes.end();
}

BmpHeader read_bmp_header(ByteView bytes) {
  if (!has_bmp_magic(bytes)) throw input_error("the BMP is cut: its header is not whole");
  BmpHeader header;
  const std::uint32_t info_size = number(bytes, kFileHeader, 4);
  if (info_size == 12) {
    header.width = number(bytes, kFileHeader + 4, 2);
    header.height = number(bytes, kFileHeader + 6, 2);
    header.bits = static_cast<int>(number(bytes, kFileHeader + 10, 2));
  } else {
    header.width = number(bytes, kFileHeader + 4, 4);
    const auto height = static_cast<std::int32_t>(number(bytes, kFileHeader + 8, 4));
    header.is_top_down = height < 0;
    header.height = static_cast<std::uint64_t>(std::abs(std::int64_t{height}));
    header.bits = static_cast<int>(number(bytes, kFileHeader + 14, 2));
  }
  read_coding(bytes, info_size, header);
  read_palette(bytes, info_size, header);
  header.pixels_at = number(bytes, 10, 4);
  if (header.pixels_at < kFileHeader + info_size || header.pixels_at > bytes.size()) {
    throw input_error("the BMP is damaged: its pixels start at byte {} of {}", header.pixels_at,
                      bytes.size());
  }
  return header;
}

}  // namespace epochmill::codec
