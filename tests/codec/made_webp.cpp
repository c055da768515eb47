#include <gtest/gtest.h>
#include <webp/encode.h>

#include <string_view>

#include "made_formats.hpp"

namespace epochmill::codec::testing {
namespace {

Bytes encode(const WebpSpec& spec, const image::ImageU8& values) {
  WebPConfig config;
  WebPPicture picture;
  WebPMemoryWriter writer;
  EXPECT_TRUE(WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, spec.quality));
  EXPECT_TRUE(WebPPictureInit(&picture));
  WebPMemoryWriterInit(&writer);
  config.lossless = spec.is_lossless ? 1 : 0;
  config.exact = 1;
  picture.use_argb = config.lossless;
  picture.width = values.width();
  picture.height = values.height();
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = &writer;
  const auto import = values.channels() == 4 ? WebPPictureImportRGBA : WebPPictureImportRGB;
  EXPECT_TRUE(import(&picture, values.values().data(), static_cast<int>(values.row_values())));
  EXPECT_TRUE(WebPEncode(&config, &picture));
  const Bytes webp(writer.mem, writer.mem + writer.size);
  WebPPictureFree(&picture);
  WebPMemoryWriterClear(&writer);
  return webp;
}

void put(Bytes& bytes, int value, int size) {
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

Bytes chunk(std::string_view name, ByteView data) {
  Bytes bytes(name.begin(), name.end());
  put(bytes, static_cast<int>(data.size()), 4);
  bytes.insert(bytes.end(), data.begin(), data.end());
  if (data.size() % 2 != 0) bytes.push_back(0);
  return bytes;
}

void append(Bytes& to, const Bytes& more) { to.insert(to.end(), more.begin(), more.end()); }

// A frame of an animation: `webp` holds one chunk of pixels.
Bytes frame_chunk(const Bytes& webp, int left, int top, int width, int height) {
  Bytes data;
  for (const int number : {left / 2, top / 2, width - 1, height - 1, 100}) put(data, number, 3);
  data.push_back(0);
  data.insert(data.end(), webp.begin() + 12, webp.end());
  return chunk("ANMF", data);
}

// The header of a file that holds more than pixels.
Bytes extended_header(const WebpSpec& spec, int width, int height, bool has_alpha) {
  constexpr int kAnimation = 2;
  constexpr int kExif = 8;
  constexpr int kAlpha = 16;
  Bytes data;
  put(data,
      (spec.is_animated ? kAnimation : 0) + (spec.exif.empty() ? 0 : kExif) +
          (has_alpha ? kAlpha : 0),
      4);
  put(data, width - 1, 3);
  put(data, height - 1, 3);
  return chunk("VP8X", data);
}

}  // namespace

Bytes make_webp(const WebpSpec& spec, const image::ImageU8& values) {
  const Bytes frame = encode(spec, values);
  if (spec.exif.empty() && !spec.is_animated) return frame;
  const int width = values.width();
  const int height = values.height();
  const int more = spec.is_animated ? 1 : 0;
  Bytes body{'W', 'E', 'B', 'P'};
  append(body, extended_header(spec, width + 8 * more, height + 6 * more, values.channels() == 4));
  if (spec.is_animated) {
    append(body, chunk("ANIM", Bytes{255, 255, 255, 255, 0, 0}));
    append(body, frame_chunk(frame, 4, 2, width, height));
    append(body, frame_chunk(encode(spec, image::ImageU8(2, 2, values.channels())), 0, 0, 2, 2));
  } else {
    body.insert(body.end(), frame.begin() + 12, frame.end());
  }
  if (!spec.exif.empty()) append(body, chunk("EXIF", spec.exif));
  return chunk("RIFF", body);
}

}  // namespace epochmill::codec::testing
