// libjpeg-turbo, through libjpeg's API: JPEG bytes to rows of pixels and back. The accurate integer
// DCT, fancy upsampling and block smoothing are on, so that the pixels are those of Pillow and
// torchvision, bit by bit, for one version of the library.
//
// Any thread may use objects of its own. Errors are `input` with the reason: damaged, cut, or a
// coding that the library lacks. Whatever the bytes are, memory stays within a small multiple of
// width x height plus the bytes themselves.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill::capi {

struct JpegHeader {
  int width = 0;  // as stored: EXIF's orientation is not applied
  int height = 0;
  int channels = 0;  // of the pixels: 3 (RGB; grey is spread) or 4 (CMYK; YCCK is converted)
  bool has_color_profile = false;  // ICC, in any APP2 segment
  bool has_adobe_marker = false;   // 4 channels: the inks are inverted, 255 means none
  bool is_arithmetic = false;      // coded so, and not by Huffman's codes
};

struct JpegRegion {
  int top = 0;
  int left = 0;
  int height = 0;
  int width = 0;
};

// Reads the first picture of some bytes: what follows its end-of-image marker is not looked at.
class JpegDecoder {
 public:
  // Reads the header and allocates nothing for pixels. `jpeg` must outlive the decoder.
  explicit JpegDecoder(ByteView jpeg);
  ~JpegDecoder();

  const JpegHeader& header() const;
  // The TIFF structure of the first EXIF segment; empty when there is none.
  ByteView exif() const;
  // Fills `out`, [height, width, channels], once. Missing or corrupt data are an error, never grey
  // pixels. Two things may be missing, with a warning: the whole end-of-image marker after complete
  // data, and fine detail (AC coefficients) of a progressive picture whose end-of-image marker is
  // there.
  void read_pixels(std::span<std::uint8_t> out);

  // Whether read_region would spare work: a sequential Huffman-coded picture in one scan.
  bool can_read_region() const;
  // As read_pixels, for the pixels of `region` alone, which must lie inside: the same values in the
  // same places of `out`; what it leaves in other places means nothing. Data below the region are
  // not looked at, so that damage there is not noticed; only the end-of-image marker must be the
  // last thing in the bytes. False, and nothing read, when it is not, or !can_read_region().
  bool read_region(const JpegRegion& region, std::span<std::uint8_t> out);
  // What was odd and did no harm, a short sentence each. Complete after read_pixels.
  std::vector<std::string> warnings() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// How many pixels of colour are stored beside those of brightness.
enum class JpegSubsampling {
  k420,  // one for four
  k422,  // one for two beside each other
  k444,  // all
};

// A JPEG of `values`, [height, width, channels] with 1 (grey) or 3 (RGB, stored as YCbCr) channels.
// `quality` is libjpeg's, 1-100. Equal input gives equal bytes. Throws `usage` for a
// picture that is too large for the format (65500 pixels a side), `internal` for other arguments
// out of range.
Bytes encode_jpeg(std::span<const std::uint8_t> values, int width, int height, int channels,
                  int quality, JpegSubsampling subsampling = JpegSubsampling::k420);

// "libjpeg-turbo 2.1.5": the version that was compiled against; the library itself does not tell.
std::string jpeg_library();

}  // namespace epochmill::capi
