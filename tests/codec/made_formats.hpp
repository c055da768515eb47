// Pictures of the formats beside JPEG and PNG, which tests make, decode and know the pixels of.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.hpp"
#include "image/image.hpp"

namespace epochmill::codec::testing {

// By libwebp's encoder. `values` has 3 or 4 channels.
struct WebpSpec {
  bool is_lossless = true;  // and exact: colours below alpha 0 are kept
  float quality = 90;
  Bytes exif;                // the structure; empty: none
  bool is_animated = false;  // the picture is the first of two frames, at 4, 2 on a canvas that is
                             // 8 wider and 6 higher
};
Bytes make_webp(const WebpSpec& spec, const image::ImageU8& values);

// By libtiff's encoder. The numbers are those of the format.
struct TiffSpec {
  int width = 1;
  int height = 1;
  int bits = 8;
  int samples = 3;
  int photometric = 2;
  int compression = 1;
  int rows_per_strip = 4;
  int tile = 0;         // a tile's side; 0: strips
  int extra = -1;       // the kind of the last sample; -1: none
  int orientation = 0;  // 0: none
  bool is_planar = false;
  bool is_big_endian = false;
  bool is_big_tiff = false;
  std::vector<std::uint16_t> palette;  // reds, greens, blues
  std::vector<std::uint32_t> values;   // [height, width, samples]
};
Bytes make_tiff(const TiffSpec& spec);

// By giflib's encoder.
struct GifSpec {
  int canvas_width = 1;
  int canvas_height = 1;
  int left = 0;
  int top = 0;
  int width = 1;
  int height = 1;
  bool is_interlaced = false;
  bool has_local_palette = false;
  int transparent_index = -1;
  std::vector<std::uint32_t> palette;  // 0xRRGGBB; a power of two of them
  std::vector<std::uint32_t> indices;  // [height, width]
};
Bytes make_gif(const GifSpec& spec);

// A BMP whose pixels are `pixels`, as they stand in the file.
struct BmpSpec {
  int width = 1;
  int height = 1;  // negative: top down
  int bits = 24;
  int compression = 0;
  int info_bytes = 40;  // 12, or 40 and more
  std::vector<std::uint32_t> masks;
  std::vector<std::uint32_t> palette;  // 0xRRGGBB
  Bytes pixels;
};
Bytes make_bmp(const BmpSpec& spec);

}  // namespace epochmill::codec::testing
