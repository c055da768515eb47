#include "codec/jpeg_codec.hpp"

#include <utility>

#include "base/error.hpp"
#include "capi/exif.hpp"
#include "capi/jpeg.hpp"
#include "codec/picture_size.hpp"
#include "codec/rgb.hpp"
#include "image/layout.hpp"

namespace epochmill::codec {
namespace {

bool is_jpeg(ByteView head) {
  return head.size() >= 3 && head[0] == 0xFF && head[1] == 0xD8 && head[2] == 0xFF;
}

int orientation_of(const capi::JpegDecoder& decoder, const DecodeOptions& options) {
  return options.exif ? capi::exif_orientation(decoder.exif()) : 1;
}

image::Size stored_size(const capi::JpegDecoder& decoder, const DecodeOptions& options) {
  return checked_size(static_cast<std::uint64_t>(decoder.header().width),
                      static_cast<std::uint64_t>(decoder.header().height), options);
}

// A header may claim a large picture over a few bytes of data: refused before memory is taken for
// it. Huffman coding takes at least one bit for each 8 x 8 block of a component, and no picture has
// fewer blocks than one for 4 x 64 pixels: its widest sampling is of one component, its highest of
// another, each a fourth in the other direction.
void check_data_bytes(ByteView jpeg, const capi::JpegHeader& header) {
  constexpr std::uint64_t kMaxPixelsOfByte = 8 * 4 * 64;
  const std::uint64_t pixels =
      static_cast<std::uint64_t>(header.width) * static_cast<std::uint64_t>(header.height);
  if (!header.is_arithmetic && pixels / kMaxPixelsOfByte > jpeg.size()) {
    throw input_error("the JPEG is cut: its {} bytes cannot hold {} x {} pixels", jpeg.size(),
                      header.width, header.height);
  }
}

// The part that `choose` wants of a picture that needs no turning; false when that is all of it.
bool read_part(capi::JpegDecoder& decoder, const ChoosePart& choose, image::ImageU8& pixels) {
  const image::Box part = choose({pixels.height(), pixels.width()});
  if (part.height == pixels.height() && part.width == pixels.width()) return false;
  return decoder.read_region(
      {.top = part.top, .left = part.left, .height = part.height, .width = part.width},
      pixels.values());
}

Decoded decode_jpeg(ByteView bytes, const DecodeOptions& options, const ChoosePart& choose) {
  capi::JpegDecoder decoder(bytes);
  const capi::JpegHeader& header = decoder.header();
  const image::Size size = stored_size(decoder, options);
  check_data_bytes(bytes, header);
  image::ImageU8 pixels(size.height, size.width, header.channels, image::Unfilled{});
  const bool may_read_part =
      choose && decoder.can_read_region() && orientation_of(decoder, options) == 1;
  if (!may_read_part || !read_part(decoder, choose, pixels)) decoder.read_pixels(pixels.values());

  Decoded decoded;
  decoded.has_color_profile = header.has_color_profile;
  decoded.warnings = decoder.warnings();
  if (header.channels == 4) {
    pixels = rgb_of_inks(pixels, header.has_adobe_marker);
    if (!header.has_adobe_marker) {
      decoded.warnings.emplace_back(
          "four components and no Adobe marker: taken as CMYK, not inverted");
    }
  }
  decoded.image = image::orient(std::move(pixels), orientation_of(decoder, options));
  return decoded;
}

image::Size read_jpeg_size(ByteView bytes, const DecodeOptions& options) {
  const capi::JpegDecoder decoder(bytes);
  return oriented_size(stored_size(decoder, options), orientation_of(decoder, options));
}

}  // namespace

Format jpeg_format() {
  return {"JPEG", capi::jpeg_library(), is_jpeg, decode_jpeg, read_jpeg_size};
}

Bytes encode_jpeg(const image::ImageU8& image, int quality, Subsampling subsampling) {
  return capi::encode_jpeg(image.values(), image.width(), image.height(), image.channels(), quality,
                           subsampling);
}

}  // namespace epochmill::codec
