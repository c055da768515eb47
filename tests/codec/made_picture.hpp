// Pictures that tests make, decode and know the pixels of.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "image/image.hpp"

namespace epochmill::codec::testing {

// Values without a pattern, the same for the same seed, below `limit`.
std::vector<std::uint32_t> scattered_values(std::size_t count, std::uint32_t limit,
                                            std::uint32_t seed);

// Soft colour ramps, which JPEG keeps well.
image::ImageU8 ramp_picture(int height, int width, int channels);

// The largest difference between two values of equal places; 256 when the shapes differ.
int max_difference(const image::ImageU8& a, const image::ImageU8& b);
double mean_difference(const image::ImageU8& a, const image::ImageU8& b);

// An EXIF structure of one IFD with one entry: tag 274, type SHORT, `orientation`.
Bytes exif_with_orientation(std::uint16_t orientation, bool is_big_endian);

// PNG, by libspng's encoder.
struct PngSpec {
  int width = 1;
  int height = 1;
  int color_type = 2;  // PNG's own number: 0 2 3 4 6
  int bit_depth = 8;
  bool is_interlaced = false;
  std::vector<std::uint32_t> samples;  // [height, width, channels], unscaled
  std::vector<std::uint32_t> palette;  // 0xRRGGBB
  std::vector<std::uint8_t> palette_alpha;
  std::vector<std::uint32_t> transparent_sample;  // one value per channel, for color types 0 and 2
};
int channels_of(int color_type);
Bytes make_png(const PngSpec& spec);

// A chunk with its length and checksum (or a wrong one).
Bytes png_chunk(std::string_view type, ByteView data, bool has_right_checksum = true);
// `png` with `chunk` put before the first chunk of type `before`.
Bytes with_chunk(const Bytes& png, const Bytes& chunk, std::string_view before);

// JPEG, by libjpeg's encoder.
struct JpegSpec {
  int channels = 3;  // of the values: 1 grey, 3 RGB, 4 inks
  bool is_rgb_coded = false;
  bool is_ycck_coded = false;
  bool has_adobe_marker = true;  // 4 channels, or RGB-coded
  bool is_progressive = false;
  bool is_arithmetic = false;
  bool has_separate_scans = false;  // one per channel; 3 channels
  int restart_rows = 0;
  int quality = 95;
  int chroma_across = 0;  // pixels to a chroma value; 0: as libjpeg's defaults. RGB
  int chroma_down = 0;
  Bytes exif;  // the structure, without "Exif\0\0"
};
Bytes make_jpeg(const JpegSpec& spec, const image::ImageU8& values);

// The offset of the first two bytes FF `marker`.
std::size_t marker_offset(const Bytes& jpeg, std::uint8_t marker);

// The message of the `input` Error that `call` throws; "" when it throws none.
template <typename Call>
std::string input_error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.kind() == ErrorKind::kInput ? error.what() : "an error of another kind than input";
  }
  return "";
}

}  // namespace epochmill::codec::testing
