#include "codec/pnm_codec.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "codec/mask.hpp"
#include "codec/picture_size.hpp"
#include "codec/pnm_header.hpp"
#include "codec/rgb.hpp"

namespace epochmill::codec {
namespace {

image::Size stored_size(const PnmHeader& header, const DecodeOptions& options) {
  return checked_size(header.width, header.height, options);
}

// The fewest bytes that the pixels can be; of those that are not plain, exactly these.
std::uint64_t pixel_bytes(const PnmHeader& header) {
  const std::uint64_t row = header.width * static_cast<std::uint64_t>(header.channels);
  if (header.is_bitmap) return header.height * (header.is_plain ? row : (row + 7) / 8);
  if (header.is_plain) return header.height * row * 2 - 1;  // a digit each, and space between
  return header.height * row * (header.max_value > 255 ? 2 : 1);
}

// A header may claim a large picture over a few bytes of data: refused before memory is taken.
void check_pixel_bytes(const PnmHeader& header, ByteView bytes) {
  const std::uint64_t found = bytes.size() - header.size_bytes;
  if (found < pixel_bytes(header)) {
    throw input_error("the PNM is cut: {} x {} pixels need {} bytes, and {} are there",
                      header.width, header.height, pixel_bytes(header), found);
  }
}

// round(255 * v / max_value) for every v.
std::vector<std::uint8_t> scaled_values(std::uint32_t max_value) {
  std::vector<std::uint8_t> scaled(max_value + 1);
  for (std::uint32_t v = 0; v <= max_value; ++v) {
    scaled[v] = static_cast<std::uint8_t>((v * 255 + max_value / 2) / max_value);
  }
  return scaled;
}

// Samples by the table of scaled values, whatever gives them.
template <typename Next>
void fill_scaled(const PnmHeader& header, image::ImageU8& samples, Next next) {
  const std::vector<std::uint8_t> scaled = scaled_values(header.max_value);
  for (std::uint8_t& out : samples.values()) {
    const std::uint64_t value = next();
    if (value > header.max_value) {
      throw input_error("the PNM is damaged: a sample is {}, above its maxval of {}", value,
                        header.max_value);
    }
    out = scaled[value];
  }
}

void fill_plain(const PnmHeader& header, ByteView bytes, image::ImageU8& samples) {
  PnmText text(bytes, header.size_bytes);
  fill_scaled(header, samples, [&] { return text.number("a sample"); });
}

void fill_raw(const PnmHeader& header, ByteView bytes, image::ImageU8& samples) {
  const std::uint8_t* from = bytes.data() + header.size_bytes;
  if (header.max_value == 255) {
    std::copy(from, from + samples.values().size(), samples.values().begin());
  } else if (header.max_value < 256) {
    fill_scaled(header, samples, [&] { return *from++; });
  } else {
    fill_scaled(header, samples, [&] {
      from += 2;
      return from[-2] * 256U + from[-1];
    });
  }
}

void fill_plain_bitmap(const PnmHeader& header, ByteView bytes, image::ImageU8& samples) {
  PnmText text(bytes, header.size_bytes);
  for (std::uint8_t& out : samples.values()) {
    const char c = text.next_printed();
    if (c != '0' && c != '1') {
      throw input_error("the PNM is damaged: byte {} of its bitmap is neither 0 nor 1",
                        text.at() - 1);
    }
    out = c == '0' ? 255 : 0;
  }
}

void fill_raw_bitmap(const PnmHeader& header, ByteView bytes, image::ImageU8& samples) {
  const auto row_bytes = static_cast<std::size_t>((header.width + 7) / 8);
  for (int y = 0; y < samples.height(); ++y) {
    const std::uint8_t* from =
        bytes.data() + header.size_bytes + static_cast<std::size_t>(y) * row_bytes;
    for (int x = 0; x < samples.width(); ++x) {
      *samples.pixel(y, x) = (from[x / 8] >> (7 - x % 8) & 1) == 0 ? 255 : 0;
    }
  }
}

Decoded decode_pnm(ByteView bytes, const DecodeOptions& options, const ChoosePart&) {
  const PnmHeader header = read_pnm_header(bytes);
  const image::Size size = stored_size(header, options);
  check_pixel_bytes(header, bytes);
  image::ImageU8 samples(size.height, size.width, header.channels, image::Unfilled{});
  if (header.is_bitmap) {
    (header.is_plain ? fill_plain_bitmap : fill_raw_bitmap)(header, bytes, samples);
  } else {
    (header.is_plain ? fill_plain : fill_raw)(header, bytes, samples);
  }
  Decoded decoded;
  decoded.image = to_rgb(std::move(samples), options.background);
  return decoded;
}

image::Size read_pnm_size(ByteView bytes, const DecodeOptions& options) {
  return stored_size(read_pnm_header(bytes), options);
}

}  // namespace

Format pnm_format() {
  // The version is that of the reading in this file: another one may give other pixels.
  return {"PNM", "pnm 1.0", has_pnm_magic, decode_pnm, read_pnm_size};
}

Decoded decode_pnm_mask(ByteView bytes, const DecodeOptions& options) {
  const PnmHeader header = read_pnm_header(bytes);
  const bool is_grey = header.channels == 1 && !header.is_bitmap && !header.is_plain;
  if (!is_grey || header.max_value > 255) {
    throw input_error("a PNM (P{}) of {} channel{} and a maxval of {}; {}",
                      static_cast<char>(bytes[1]), header.channels, header.channels == 1 ? "" : "s",
                      header.max_value, kExpectedMask);
  }
  const image::Size size = stored_size(header, options);
  check_pixel_bytes(header, bytes);
  Decoded decoded;
  decoded.image = image::ImageU8(size.height, size.width, 1, image::Unfilled{});
  const std::uint8_t* from = bytes.data() + header.size_bytes;
  for (std::uint8_t& out : decoded.image.values()) {
    out = *from++;
    if (out <= header.max_value) continue;
    throw input_error("the PNM is damaged: a sample is {}, above its maxval of {}", out,
                      header.max_value);
  }
  return decoded;
}

}  // namespace epochmill::codec
