// libspng: PNG bytes to samples and back.
//
// Any thread may use objects of its own. Errors are `input` with the reason. A checksum that is
// wrong, in a chunk or in the compressed data, is an error; gamma, sBIT and colour profiles are not
// applied.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/bytes.hpp"
#include "capi/handle.hpp"

struct spng_ctx;

namespace epochmill::capi {

struct PngHeader {
  std::uint32_t width = 0;  // 1 to 2^31 - 1
  std::uint32_t height = 0;
  int bit_depth = 0;  // of a sample or palette index: 1, 2, 4, 8, 16
  int channels = 0;   // as coded: 1 (grey or palette), 2 (grey and alpha), 3, 4
  bool is_palette = false;
  bool has_alpha = false;  // an alpha channel; transparency by tRNS is not known from the header
};

struct SpngTraits {
  using Value = spng_ctx*;
  static constexpr spng_ctx* kNone = nullptr;
  static void free(spng_ctx* context);
};

class PngDecoder {
 public:
  // Reads the header and allocates nothing for pixels. `png` must outlive the decoder. libspng
  // keeps and inflates texts and profiles that it meets: hand it a PNG without them when the bytes
  // are not trusted.
  explicit PngDecoder(ByteView png);

  const PngHeader& header() const { return header_; }
  // Reads on to the first pixel data. False also when the tRNS chunk is there, but not valid.
  bool has_trns();
  // Each fills all of `out`, [height, width, 3 or 4], and reads up to the end of the PNG; one of
  // all these, once. Samples of 1, 2 and 4 bits are scaled to the full range; palettes and tRNS are
  // resolved.
  void read_rgb8(std::span<std::uint8_t> out);     // depth up to 8, no alpha, no tRNS
  void read_rgba8(std::span<std::uint8_t> out);    // depth up to 8
  void read_rgba16(std::span<std::uint16_t> out);  // depth 16
  // [height, width], the samples of one channel as they are coded: palette indices, or grey that is
  // not scaled. Depth up to 8.
  void read_indices8(std::span<std::uint8_t> out);

 private:
  void read(void* out, std::size_t bytes, int format, int flags);

  Handle<SpngTraits> context_;
  PngHeader header_;
};

// A PNG of `values`, [height, width, channels] with 1 (grey) or 3 (RGB) channels of 8 bits, and no
// other chunk than those that it must have. `level` is zlib's, 0-9. Equal input gives equal bytes
// for one version of zlib.
// Throws `internal` for arguments out of range.
Bytes encode_png(std::span<const std::uint8_t> values, int width, int height, int channels,
                 int level);

// "libspng 0.7.3".
std::string png_library();
// "zlib 1.2.13": what libspng compresses with.
std::string png_compressor();

}  // namespace epochmill::capi
