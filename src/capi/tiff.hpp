// libtiff: TIFF bytes to blocks (strips or tiles) of samples.
//
// Any thread may use objects of its own: errors and warnings are caught per file, and nothing is
// shared. Errors are `input` with the reason. What libtiff only warns of while it reads pixels
// (damaged data) is an error; what it warns of in the directory is not.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill::capi {

enum class TiffColor { kWhiteIsZero, kBlackIsZero, kRgb, kPalette, kInks, kYCbCr };
enum class TiffAlpha { kNone, kStraight, kPremultiplied };

struct TiffHeader {
  std::uint32_t width = 0;  // as stored
  std::uint32_t height = 0;
  int orientation = 1;                        // 1 to 8
  int bits = 1;                               // of a sample; unsigned
  int samples = 1;                            // of a pixel
  TiffColor color = TiffColor::kBlackIsZero;  // JPEG's YCbCr is read as kRgb
  TiffAlpha alpha = TiffAlpha::kNone;         // of the sample behind the colours
  bool is_planar = false;                     // blocks hold one sample of a pixel
  bool has_color_profile = false;
  bool is_tiled = false;  // blocks are tiles, and not strips: whole also at the edges
  std::uint32_t block_width = 0;
  std::uint32_t block_height = 0;
  // The most pixels (with all their samples) of 8 bits that a byte can hold as it is compressed; 0:
  // there is no limit.
  std::uint64_t max_inflation = 0;
};

// The first picture of some bytes.
class TiffDecoder {
 public:
  // Reads the first directory and allocates nothing for pixels. `tiff` must outlive the decoder.
  // Throws for pixels of another kind than TiffHeader can say, naming it.
  explicit TiffDecoder(ByteView tiff);
  ~TiffDecoder();

  const TiffHeader& header() const;
  // Red, green and blue of every index, 16 bits each. For kPalette.
  std::vector<std::uint16_t> palette() const;
  // The bytes of a block's rows; rows are whole bytes. Samples are in this machine's order of
  // bytes.
  std::size_t row_bytes() const;
  // The block that holds sample `sample` (0 unless is_planar) of the pixel at y, x, a block's upper
  // left one: fills `out`, `rows` times row_bytes(). For all but kYCbCr.
  void read_block(std::uint32_t y, std::uint32_t x, int sample, std::size_t rows,
                  std::span<std::uint8_t> out) const;
  // Fills `out`, [height, width]: bytes red, green, blue, alpha of each pixel. For kYCbCr.
  void read_rgba(std::span<std::uint32_t> out) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// "libtiff 4.5.0": the version that runs.
std::string tiff_library();

}  // namespace epochmill::capi
