#include <gtest/gtest.h>
#include <tiffio.h>

#include <algorithm>
#include <cstring>

#include "made_formats.hpp"

namespace epochmill::codec::testing {
namespace {

struct Output {
  Bytes bytes;
  std::size_t at = 0;
};

tmsize_t read(thandle_t self, void* to, tmsize_t size) {
  auto& output = *static_cast<Output*>(self);
  const std::size_t count =
      std::min(static_cast<std::size_t>(size),
               output.bytes.size() - std::min(output.at, output.bytes.size()));
  std::memcpy(to, output.bytes.data() + output.at, count);
  output.at += count;
  return static_cast<tmsize_t>(count);
}

tmsize_t write(thandle_t self, void* from, tmsize_t size) {
  auto& output = *static_cast<Output*>(self);
  const auto count = static_cast<std::size_t>(size);
  output.bytes.resize(std::max(output.bytes.size(), output.at + count));
  std::memcpy(output.bytes.data() + output.at, from, count);
  output.at += count;
  return size;
}

toff_t seek(thandle_t self, toff_t offset, int whence) {
  auto& output = *static_cast<Output*>(self);
  output.at = offset + (whence == SEEK_SET   ? 0
                        : whence == SEEK_CUR ? output.at
                                             : output.bytes.size());
  return output.at;
}

int close(thandle_t) { return 0; }
toff_t size(thandle_t self) { return static_cast<Output*>(self)->bytes.size(); }

void set_tags(TIFF* tiff, const TiffSpec& spec) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, spec.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, spec.height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, spec.bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, spec.samples);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, spec.photometric);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, spec.compression);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, spec.is_planar ? 2 : 1);
  if (spec.compression == COMPRESSION_JPEG && spec.photometric == PHOTOMETRIC_YCBCR) {
    TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  }
  if (spec.photometric == PHOTOMETRIC_YCBCR && spec.compression != COMPRESSION_JPEG) {
    TIFFSetField(tiff, TIFFTAG_YCBCRSUBSAMPLING, 1, 1);
  }
  if (spec.orientation != 0) TIFFSetField(tiff, TIFFTAG_ORIENTATION, spec.orientation);
  if (spec.extra >= 0) {
    const auto kind = static_cast<std::uint16_t>(spec.extra);
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind);
  }
  if (!spec.palette.empty()) {
    std::vector<std::uint16_t> palette = spec.palette;
    const std::size_t count = palette.size() / 3;
    TIFFSetField(tiff, TIFFTAG_COLORMAP, palette.data(), palette.data() + count,
                 palette.data() + 2 * count);
  }
  if (spec.tile > 0) {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, spec.tile);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, spec.tile);
  } else {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, spec.rows_per_strip);
  }
}

// Puts sample `index` of a row, in this machine's order of bytes.
void put(const TiffSpec& spec, std::uint8_t* row, int index, std::uint32_t value) {
  if (spec.bits == 16) {
    const auto wide = static_cast<std::uint16_t>(value);
    std::memcpy(row + 2 * index, &wide, 2);
  } else {
    const int bit = index * spec.bits;
    row[bit / 8] = static_cast<std::uint8_t>(row[bit / 8] | value << (8 - spec.bits - bit % 8));
  }
}

// The block at y, x of `rows` rows and `columns` columns, of sample `plane` when planar.
Bytes block_at(const TiffSpec& spec, int y, int x, int rows, int columns, int plane,
               std::size_t row_bytes) {
  Bytes block(row_bytes * static_cast<std::size_t>(rows));
  const int in_block = spec.is_planar ? 1 : spec.samples;
  for (int r = 0; r < std::min(rows, spec.height - y); ++r) {
    for (int c = 0; c < std::min(columns, spec.width - x); ++c) {
      for (int s = 0; s < in_block; ++s) {
        const int from = ((y + r) * spec.width + x + c) * spec.samples + plane + s;
        put(spec, block.data() + static_cast<std::size_t>(r) * row_bytes, c * in_block + s,
            spec.values[static_cast<std::size_t>(from)]);
      }
    }
  }
  return block;
}

void write_pixels(TIFF* tiff, const TiffSpec& spec) {
  const bool is_tiled = spec.tile > 0;
  const auto row_bytes =
      static_cast<std::size_t>(is_tiled ? TIFFTileRowSize(tiff) : TIFFScanlineSize(tiff));
  for (int plane = 0; plane < (spec.is_planar ? spec.samples : 1); ++plane) {
    for (int y = 0; y < spec.height; y += is_tiled ? spec.tile : spec.rows_per_strip) {
      for (int x = 0; x < spec.width; x += is_tiled ? spec.tile : spec.width) {
        const int rows = is_tiled ? spec.tile : std::min(spec.rows_per_strip, spec.height - y);
        Bytes block =
            block_at(spec, y, x, rows, is_tiled ? spec.tile : spec.width, plane, row_bytes);
        const auto at_y = static_cast<std::uint32_t>(y);
        const auto at = static_cast<std::uint16_t>(plane);
        const auto bytes = static_cast<tmsize_t>(block.size());
        const tmsize_t done =
            is_tiled ? TIFFWriteEncodedTile(
                           tiff, TIFFComputeTile(tiff, static_cast<std::uint32_t>(x), at_y, 0, at),
                           block.data(), bytes)
                     : TIFFWriteEncodedStrip(tiff, TIFFComputeStrip(tiff, at_y, at), block.data(),
                                             bytes);
        EXPECT_EQ(done, bytes);
      }
    }
  }
}

}  // namespace

Bytes make_tiff(const TiffSpec& spec) {
  Output output;
  std::string mode = spec.is_big_endian ? "wb" : "wl";
  if (spec.is_big_tiff) mode += '8';
  TIFF* tiff = TIFFClientOpen("made", mode.c_str(), &output, read, write, seek, close, size,
                              nullptr, nullptr);
  if (tiff == nullptr) {
    ADD_FAILURE() << "libtiff opens no TIFF";
    return {};
  }
  set_tags(tiff, spec);
  write_pixels(tiff, spec);
  TIFFClose(tiff);
  return output.bytes;
}

}  // namespace epochmill::codec::testing
