// Compressed bytes <-> picture. Formats are told by their magic bytes, never by a name.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "capi/jpeg.hpp"
#include "image/geometry.hpp"
#include "image/image.hpp"

namespace epochmill::codec {

struct DecodeOptions {
  bool exif = true;                                 // apply the EXIF orientation
  std::array<std::uint8_t, 3> background{0, 0, 0};  // under a picture with alpha
  std::uint64_t max_pixels = std::uint64_t{1} << 28;
};

struct Decoded {
  image::ImageU8 image;            // [height, width, 3], oriented; empty where `floats` are given
  image::ImageF32 floats;          // of an array of numbers that is no photo: its own channels
  bool has_color_profile = false;  // gamma or ICC: never applied, pixels are as stored
  // Worth telling the user, with the file's name: each a short sentence.
  std::vector<std::string> warnings;

  // Of what is given.
  image::Shape shape() const;
  image::Image take_picture() &&;
};

// Given the oriented size, says which pixels will be looked at: a box inside. A decoder may leave
// the others as it likes, and need not notice damage that concerns them alone.
using ChoosePart = std::function<image::Box(image::Size size)>;

// A row of the table of formats.
struct Format {
  std::string name;  // "JPEG"
  // "libjpeg-turbo 2.1.5": what decodes it, with the version; "" of numbers that every reader gives
  // alike.
  std::string library;
  bool (*matches)(ByteView head);
  // Any thread. Throws `input` with the reason (no file name: the caller knows it) for bytes that
  // are damaged, cut, too large or coded in a way that the library cannot read. Calls `choose`,
  // when it is not null, at most once: a format that can only decode all of a picture does not.
  Decoded (*decode)(ByteView bytes, const DecodeOptions& options, const ChoosePart& choose);
  // Oriented size from the header alone. Throws as decode.
  image::Size (*read_size)(ByteView bytes, const DecodeOptions& options);
};

std::span<const Format> formats();

// The format of `bytes`. Throws `input` that names what the bytes are when they are something else
// ("an AVIF picture is not supported", "an HTML page", "0 bytes").
const Format& format_of(ByteView bytes);

Decoded decode(ByteView bytes, const DecodeOptions& options, const ChoosePart& choose = nullptr);
image::Size read_size(ByteView bytes, const DecodeOptions& options);

// "libjpeg-turbo 2.1.5, libspng 0.7.3": stored in every shard, since another decoder may give other
// pixels.
std::string decoder_versions();

using Subsampling = capi::JpegSubsampling;

// Encoders. PNG: 8-bit RGB or grey by image.channels(), `level` zlib's (0-9). JPEG: accurate DCT,
// quality 1-100.
constexpr int kPngLevel = 6;
Bytes encode_png(const image::ImageU8& image, int level = kPngLevel);
Bytes encode_jpeg(const image::ImageU8& image, int quality,
                  Subsampling subsampling = Subsampling::k420);

// "zlib 1.2.13": decides the bytes of a PNG.
std::string png_compressor();

}  // namespace epochmill::codec
