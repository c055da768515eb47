#include "codec/tiff_samples.hpp"

#include <algorithm>
#include <cstring>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "codec/rgb.hpp"

namespace epochmill::codec {
namespace {

using capi::TiffColor;
using capi::TiffHeader;

// How a row of a block becomes values of 8 bits.
class Unpacker {
 public:
  explicit Unpacker(const TiffHeader& header)
      : bits_(header.bits),
        scale_(header.color == TiffColor::kPalette || header.bits >= 8
                   ? 1
                   : 255U / ((1U << header.bits) - 1)) {}

  std::uint8_t value(const std::uint8_t* row, std::size_t index) const {
    if (bits_ == 8) return row[index];
    if (bits_ == 16) {
      std::uint16_t wide = 0;
      std::memcpy(&wide, row + 2 * index, sizeof wide);
      return to_8_bits(wide);
    }
    const auto bits = static_cast<std::size_t>(bits_);
    const unsigned shift = static_cast<unsigned>(8 - bits - index * bits % 8);
    return static_cast<std::uint8_t>((row[index * bits / 8] >> shift & ((1U << bits) - 1)) *
                                     scale_);
  }

 private:
  int bits_;
  unsigned scale_;
};

int colors_of(TiffColor color) {
  return color == TiffColor::kRgb ? 3 : color == TiffColor::kInks ? 4 : 1;
}

int kept_samples(const TiffHeader& header) {
  return colors_of(header.color) + (header.alpha == capi::TiffAlpha::kNone ? 0 : 1);
}

// Where a block lies, and which sample of a pixel it starts with.
struct Place {
  std::uint32_t top;
  std::uint32_t left;
  int sample;
};

void unpack_block(const TiffHeader& header, ByteView block, std::size_t row_bytes,
                  const Place& place, image::ImageU8& out) {
  const Unpacker unpacker(header);
  const std::uint32_t rows = std::min(header.block_height, header.height - place.top);
  const std::uint32_t columns = std::min(header.block_width, header.width - place.left);
  const int in_block = header.is_planar ? 1 : header.samples;
  const int wanted = header.is_planar ? 1 : out.channels();
  for (std::uint32_t r = 0; r < rows; ++r) {
    const std::uint8_t* row = block.data() + r * row_bytes;
    std::uint8_t* to = out.pixel(static_cast<int>(place.top + r), static_cast<int>(place.left));
    for (std::uint32_t c = 0; c < columns; ++c, to += out.channels()) {
      for (int s = 0; s < wanted; ++s) {
        const std::size_t index =
            std::size_t{c} * static_cast<std::size_t>(in_block) + static_cast<std::size_t>(s);
        to[place.sample + s] = unpacker.value(row, index);
      }
    }
  }
}

std::size_t block_bytes(const TiffHeader& header, std::size_t row_bytes,
                        std::uint64_t max_block_pixels) {
  const std::uint64_t pixels = std::uint64_t{header.block_width} * header.block_height;
  const int samples = header.is_planar ? 1 : header.samples;
  const std::uint64_t needed =
      (std::uint64_t{header.block_width} * static_cast<std::uint64_t>(samples * header.bits) + 7) /
      8;
  if (pixels == 0 || pixels > max_block_pixels || row_bytes < needed || row_bytes > needed + 8) {
    throw input_error("the TIFF is damaged: its blocks are {} x {} pixels in rows of {} bytes",
                      header.block_width, header.block_height, row_bytes);
  }
  return checked_mul(row_bytes, std::size_t{header.block_height});
}

void invert_grey(image::ImageU8& samples) {
  for (std::size_t i = 0; i < samples.values().size();
       i += static_cast<std::size_t>(samples.channels())) {
    samples.values()[i] ^= 255;
  }
}

}  // namespace

image::ImageU8 read_tiff_samples(const capi::TiffDecoder& decoder, image::Size size,
                                 std::uint64_t max_block_pixels) {
  const TiffHeader& header = decoder.header();
  const std::size_t row_bytes = decoder.row_bytes();
  Bytes block(block_bytes(header, row_bytes, max_block_pixels));
  image::ImageU8 out(size.height, size.width, kept_samples(header), image::Unfilled{});
  const std::uint32_t planes = header.is_planar ? static_cast<std::uint32_t>(out.channels()) : 1;
  for (std::uint64_t y = 0; y < header.height; y += header.block_height) {
    for (std::uint64_t x = 0; x < header.width; x += header.block_width) {
      for (std::uint32_t plane = 0; plane < planes; ++plane) {
        const Place place{static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(x),
                          static_cast<int>(plane)};
        // The last strip has the rows that are left; a tile has them all.
        const std::uint32_t rows = header.is_tiled
                                       ? header.block_height
                                       : std::min(header.block_height, header.height - place.top);
        decoder.read_block(place.top, place.left, place.sample, rows, block);
        unpack_block(header, block, row_bytes, place, out);
      }
    }
  }
  if (header.color == TiffColor::kWhiteIsZero) invert_grey(out);
  return out;
}

}  // namespace epochmill::codec
