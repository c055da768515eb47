#include "codec/bmp_codec.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/error.hpp"
#include "codec/bmp_header.hpp"
#include "codec/bmp_runs.hpp"
#include "codec/picture_size.hpp"
#include "codec/rgb.hpp"
#include "image/layout.hpp"

namespace epochmill::codec {
namespace {

image::Size stored_size(const BmpHeader& header, const DecodeOptions& options) {
  return checked_size(header.width, header.height, options);
}

// A row fills whole groups of four bytes; the last one may lack what fills it.
std::uint64_t row_bytes(const BmpHeader& header) {
  return (header.width * static_cast<std::uint64_t>(header.bits) + 31) / 32 * 4;
}

// Refused before memory is taken. Run lengths may leave out as much as they like.
void check_pixel_bytes(const BmpHeader& header, ByteView pixels) {
  const std::uint64_t last = (header.width * static_cast<std::uint64_t>(header.bits) + 7) / 8;
  const std::uint64_t needed = row_bytes(header) * (header.height - 1) + last;
  if (header.coding == BmpCoding::kPlain && pixels.size() < needed) {
    throw input_error("the BMP is cut: {} x {} pixels need {} bytes, and {} are there",
                      header.width, header.height, needed, pixels.size());
  }
}

image::ImageU8 read_indices(const BmpHeader& header, ByteView pixels, image::Size size) {
  image::ImageU8 indices(size.height, size.width, 1);
  if (header.coding != BmpCoding::kPlain) {
    read_bmp_runs(pixels, header.bits, indices);
    return indices;
  }
  const unsigned mask = (1U << header.bits) - 1;
  for (int y = 0; y < size.height; ++y) {
    const std::uint8_t* row = pixels.data() + row_bytes(header) * static_cast<std::uint64_t>(y);
    for (int x = 0; x < size.width; ++x) {
      const std::int64_t bit = std::int64_t{x} * header.bits;
      const int shift = static_cast<int>(8 - header.bits - bit % 8);
      *indices.pixel(y, x) = static_cast<std::uint8_t>(row[bit / 8] >> shift & mask);
    }
  }
  return indices;
}

image::ImageU8 read_indexed(const BmpHeader& header, ByteView pixels, image::Size size) {
  const image::ImageU8 indices = read_indices(header, pixels, size);
  image::ImageU8 rgb(size.height, size.width, 3, image::Unfilled{});
  auto to = rgb.values().begin();
  for (const std::uint8_t index : indices.values()) {
    if (index >= header.palette.size()) {
      throw input_error("the BMP is damaged: index {} is beyond its palette of {} colours", index,
                        header.palette.size());
    }
    to = std::copy_n(header.palette[index].begin(), 3, to);
  }
  return rgb;
}

// The bits of `mask` as 8.
std::uint8_t part(std::uint32_t pixel, std::uint32_t mask) {
  if (mask == 0) return 0;
  const int shift = std::countr_zero(mask);
  return static_cast<std::uint8_t>(std::uint64_t{(pixel & mask) >> shift} * 255 / (mask >> shift));
}

image::ImageU8 read_masked(const BmpHeader& header, ByteView pixels, image::Size size) {
  const int bytes = header.bits / 8;
  const int channels = header.masks[3] == 0 ? 3 : 4;
  image::ImageU8 samples(size.height, size.width, channels, image::Unfilled{});
  for (int y = 0; y < size.height; ++y) {
    const std::uint8_t* from = pixels.data() + row_bytes(header) * static_cast<std::uint64_t>(y);
    for (int x = 0; x < size.width; ++x) {
      std::uint32_t pixel = 0;
      for (int i = 0; i < bytes; ++i) pixel |= std::uint32_t{*from++} << (8 * i);
      for (int c = 0; c < channels; ++c) {
        samples.pixel(y, x)[c] = part(pixel, header.masks[static_cast<std::size_t>(c)]);
      }
    }
  }
  return samples;
}

Decoded decode_bmp(ByteView bytes, const DecodeOptions& options, const ChoosePart&) {
  const BmpHeader header = read_bmp_header(bytes);
  const image::Size size = stored_size(header, options);
  const ByteView pixels = bytes.subspan(header.pixels_at);
  check_pixel_bytes(header, pixels);
  image::ImageU8 rgb = header.bits <= 8
                           ? read_indexed(header, pixels, size)
                           : to_rgb(read_masked(header, pixels, size), options.background);
  // 4: turned upside down.
  Decoded decoded;
  decoded.image = image::orient(std::move(rgb), header.is_top_down ? 1 : 4);
  return decoded;
}

image::Size read_bmp_size(ByteView bytes, const DecodeOptions& options) {
  return stored_size(read_bmp_header(bytes), options);
}

}  // namespace

Format bmp_format() {
  // The version is that of the reading in these files: another one may give other pixels.
  return {"BMP", "bmp 1.0", has_bmp_magic, decode_bmp, read_bmp_size};
}

}  // namespace epochmill::codec
