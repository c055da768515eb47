#include "codec/tiff_codec.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "capi/tiff.hpp"
#include "codec/picture_size.hpp"
#include "codec/rgb.hpp"
#include "codec/tiff_samples.hpp"
#include "image/layout.hpp"

namespace epochmill::codec {
namespace {

using capi::TiffAlpha;
using capi::TiffColor;
using capi::TiffHeader;
using std::string_view_literals::operator""sv;

// Tiles may be larger than a small picture.
constexpr std::uint64_t kMinBlockLimit = std::uint64_t{1} << 20;

bool is_tiff(ByteView head) {
  constexpr std::array kMagics{"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv};
  const std::string_view text = as_text(head);
  const auto starts = [&](std::string_view magic) { return text.starts_with(magic); };
  // Canon's raw photos start as a TIFF does, with a small preview.
  return std::ranges::any_of(kMagics, starts) && text.find("CR\2"sv) != 8;
}

image::Size stored_size(const TiffHeader& header, const DecodeOptions& options) {
  return checked_size(header.width, header.height, options);
}

int orientation_of(const TiffHeader& header, const DecodeOptions& options) {
  return options.exif ? header.orientation : 1;
}

// A header may claim a large picture over a few bytes of data: refused before memory is taken for
// it.
void check_data_bytes(ByteView tiff, const TiffHeader& header) {
  if (header.max_inflation == 0 || header.color == TiffColor::kYCbCr) return;
  const std::uint64_t bits = std::uint64_t{header.width} * header.height *
                             static_cast<std::uint64_t>(header.samples * header.bits);
  if (bits / 8 / header.max_inflation > tiff.size()) {
    throw input_error("the TIFF is cut: its {} bytes cannot hold {} x {} pixels", tiff.size(),
                      header.width, header.height);
  }
}

image::ImageU8 read_ycbcr(const capi::TiffDecoder& decoder, image::Size size) {
  std::vector<std::uint32_t> rgba(static_cast<std::size_t>(size.width) *
                                  static_cast<std::size_t>(size.height));
  decoder.read_rgba(rgba);
  image::ImageU8 rgb(size.height, size.width, 3, image::Unfilled{});
  auto to = rgb.values().begin();
  for (const std::uint32_t pixel : rgba) {
    for (const int shift : {0, 8, 16}) *to++ = static_cast<std::uint8_t>(pixel >> shift);
  }
  return rgb;
}

image::ImageU8 read_indexed(const capi::TiffDecoder& decoder, const image::ImageU8& indices) {
  const std::vector<std::uint16_t> palette = decoder.palette();
  // Some writers know of 8 bits only, and leave the upper ones 0.
  const bool is_narrow = std::ranges::all_of(palette, [](unsigned v) { return v < 256; });
  image::ImageU8 rgb(indices.height(), indices.width(), 3, image::Unfilled{});
  auto to = rgb.values().begin();
  for (const std::uint8_t index : indices.values()) {
    for (std::size_t c = 0; c < 3; ++c) {
      const unsigned value = palette[std::size_t{index} * 3 + c];
      *to++ = static_cast<std::uint8_t>(is_narrow ? value : value >> 8);
    }
  }
  return rgb;
}

image::ImageU8 read_rgb(const capi::TiffDecoder& decoder, image::Size size,
                        const DecodeOptions& options) {
  const TiffHeader& header = decoder.header();
  if (header.color == TiffColor::kYCbCr) return read_ycbcr(decoder, size);
  image::ImageU8 samples =
      read_tiff_samples(decoder, size, std::max(options.max_pixels, kMinBlockLimit));
  if (header.color == TiffColor::kPalette) return read_indexed(decoder, samples);
  if (header.color == TiffColor::kInks) return rgb_of_inks(samples, false);
  const bool is_premultiplied = header.alpha == TiffAlpha::kPremultiplied;
  return to_rgb(std::move(samples), options.background,
                is_premultiplied ? Alpha::kPremultiplied : Alpha::kStraight);
}

Decoded decode_tiff(ByteView bytes, const DecodeOptions& options, const ChoosePart&) {
  const capi::TiffDecoder decoder(bytes);
  const image::Size size = stored_size(decoder.header(), options);
  check_data_bytes(bytes, decoder.header());
  Decoded decoded;
  decoded.image =
      image::orient(read_rgb(decoder, size, options), orientation_of(decoder.header(), options));
  decoded.has_color_profile = decoder.header().has_color_profile;
  return decoded;
}

image::Size read_tiff_size(ByteView bytes, const DecodeOptions& options) {
  const capi::TiffDecoder decoder(bytes);
  return oriented_size(stored_size(decoder.header(), options),
                       orientation_of(decoder.header(), options));
}

}  // namespace

Format tiff_format() {
  return {"TIFF", capi::tiff_library(), is_tiff, decode_tiff, read_tiff_size};
}

}  // namespace epochmill::codec
