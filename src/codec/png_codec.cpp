#include "codec/png_codec.hpp"

#include <utility>

#include "base/error.hpp"
#include "capi/exif.hpp"
#include "capi/png.hpp"
#include "codec/deflate.hpp"
#include "codec/mask.hpp"
#include "codec/picture_size.hpp"
#include "codec/png_chunks.hpp"
#include "codec/rgb.hpp"
#include "image/layout.hpp"

namespace epochmill::codec {
namespace {

image::Size stored_size(const capi::PngDecoder& decoder, const DecodeOptions& options) {
  return checked_size(decoder.header().width, decoder.header().height, options);
}

int orientation_of(const PngChunks& chunks, const DecodeOptions& options) {
  return options.exif ? capi::exif_orientation(chunks.exif) : 1;
}

// A header may claim a large picture over a few bytes of data: refused before memory is taken for
// it. (Interlaced rows are shorter, and never fewer bytes in sum.)
void check_pixel_bytes(const PngChunks& chunks, const capi::PngHeader& header) {
  const std::uint64_t row_bits =
      std::uint64_t{header.width} * static_cast<std::uint64_t>(header.channels * header.bit_depth);
  const std::uint64_t needed = header.height * (row_bits / 8);
  if (needed / kMaxInflation > chunks.pixel_bytes) {
    throw input_error("the PNG is cut: {} bytes of pixel data cannot hold {} x {} pixels",
                      chunks.pixel_bytes, header.width, header.height);
  }
}

image::ImageU8 read_rgb(capi::PngDecoder& decoder, image::Size size, const Background& background) {
  if (decoder.header().bit_depth == 16) {
    image::Raster<std::uint16_t> rgba(size.height, size.width, 4);
    decoder.read_rgba16(rgba.values());
    return to_rgb(to_8_bits(rgba), background);
  }
  if (decoder.header().has_alpha || decoder.has_trns()) {
    image::ImageU8 rgba(size.height, size.width, 4);
    decoder.read_rgba8(rgba.values());
    return to_rgb(std::move(rgba), background);
  }
  image::ImageU8 rgb(size.height, size.width, 3);
  decoder.read_rgb8(rgb.values());
  return rgb;
}

Decoded decode_png(ByteView bytes, const DecodeOptions& options, const ChoosePart&) {
  const image::Size size = stored_size(capi::PngDecoder(bytes), options);
  PngChunks chunks = take_apart(bytes);
  const Bytes picture = put_together(chunks);
  capi::PngDecoder decoder(picture);
  check_pixel_bytes(chunks, decoder.header());
  Decoded decoded;
  decoded.image =
      image::orient(read_rgb(decoder, size, options.background), orientation_of(chunks, options));
  decoded.has_color_profile = chunks.has_color_profile;
  decoded.warnings = std::move(chunks.warnings);
  if (chunks.has_trns && !decoder.header().has_alpha && !decoder.has_trns()) {
    decoded.warnings.emplace_back("the transparency chunk (tRNS) is not valid and was ignored");
  }
  return decoded;
}

void require_indices(const capi::PngHeader& header) {
  if (header.channels == 1 && header.bit_depth <= 8) return;
  throw input_error("a PNG of {} channel{} of {} bits; {}", header.channels,
                    header.channels == 1 ? "" : "s", header.bit_depth, kExpectedMask);
}

image::Size read_png_size(ByteView bytes, const DecodeOptions& options) {
  const image::Size size = stored_size(capi::PngDecoder(bytes), options);
  return oriented_size(size, orientation_of(take_apart(bytes), options));
}

}  // namespace

Format png_format() {
  return {"PNG", capi::png_library(), has_png_signature, decode_png, read_png_size};
}

Decoded decode_png_mask(ByteView bytes, const DecodeOptions& options) {
  const capi::PngDecoder head(bytes);
  require_indices(head.header());
  const image::Size size = stored_size(head, options);
  PngChunks chunks = take_apart(bytes);
  const Bytes picture = put_together(chunks);
  capi::PngDecoder decoder(picture);
  check_pixel_bytes(chunks, decoder.header());
  image::ImageU8 indices(size.height, size.width, 1, image::Unfilled{});
  decoder.read_indices8(indices.values());
  Decoded decoded;
  decoded.image = image::orient(std::move(indices), orientation_of(chunks, options));
  decoded.warnings = std::move(chunks.warnings);
  return decoded;
}

Bytes encode_png(const image::ImageU8& image, int level) {
  return capi::encode_png(image.values(), image.width(), image.height(), image.channels(), level);
}

std::string png_compressor() { return capi::png_compressor(); }

}  // namespace epochmill::codec
