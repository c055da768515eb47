#include "codec/webp_codec.hpp"

#include <utility>

#include "capi/exif.hpp"
#include "capi/webp.hpp"
#include "codec/picture_size.hpp"
#include "codec/rgb.hpp"
#include "image/layout.hpp"

namespace epochmill::codec {
namespace {

bool is_webp(ByteView head) {
  const std::string_view text = as_text(head);
  return text.size() >= 12 && text.starts_with("RIFF") && text.substr(8, 4) == "WEBP";
}

image::Size stored_size(const capi::WebpDecoder& decoder, const DecodeOptions& options) {
  return checked_size(decoder.header().width, decoder.header().height, options);
}

int orientation_of(const capi::WebpDecoder& decoder, const DecodeOptions& options) {
  return options.exif ? capi::exif_orientation(decoder.exif()) : 1;
}

Decoded decode_webp(ByteView bytes, const DecodeOptions& options, const ChoosePart&) {
  const capi::WebpDecoder decoder(bytes);
  const image::Size size = stored_size(decoder, options);
  image::ImageU8 pixels(size.height, size.width, decoder.header().has_alpha ? 4 : 3,
                        image::Unfilled{});
  decoder.read_pixels(pixels.values());
  Decoded decoded;
  decoded.image = image::orient(to_rgb(std::move(pixels), options.background),
                                orientation_of(decoder, options));
  decoded.has_color_profile = decoder.header().has_color_profile;
  return decoded;
}

image::Size read_webp_size(ByteView bytes, const DecodeOptions& options) {
  const capi::WebpDecoder decoder(bytes);
  return oriented_size(stored_size(decoder, options), orientation_of(decoder, options));
}

}  // namespace

Format webp_format() {
  return {"WebP", capi::webp_library(), is_webp, decode_webp, read_webp_size};
}

}  // namespace epochmill::codec
