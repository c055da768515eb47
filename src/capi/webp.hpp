// libwebp: WebP bytes to pixels. Fancy upsampling is on and dithering off, as by default, so that
// the pixels are those of Pillow for one version of the library; its loops for the CPU's vectors
// give the bits of its plain ones, by its own tests.
//
// Any thread may use objects of its own. Errors are `input` with the reason.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/bytes.hpp"
#include "capi/handle.hpp"

struct WebPDemuxer;

namespace epochmill::capi {

struct WebpHeader {
  std::uint32_t width = 0;  // of the canvas, of which an animation's first frame may be a part
  std::uint32_t height = 0;
  bool has_alpha = false;
  bool has_color_profile = false;
};

struct WebpDemuxTraits {
  using Value = WebPDemuxer*;
  static constexpr WebPDemuxer* kNone = nullptr;
  static void free(WebPDemuxer* demuxer);
};

class WebpDecoder {
 public:
  // Reads the header and the places of the chunks, and allocates nothing for pixels. `webp` must
  // outlive the decoder. Throws when a chunk is cut.
  explicit WebpDecoder(ByteView webp);

  const WebpHeader& header() const { return header_; }
  // The TIFF structure of the EXIF chunk; empty when there is none.
  ByteView exif() const;
  // The first frame on its canvas: fills `out`, [height, width, 4 when has_alpha, else 3]. Where
  // the canvas is not covered, values are 0.
  void read_pixels(std::span<std::uint8_t> out) const;

 private:
  WebpHeader header_;
  Handle<WebpDemuxTraits> demuxer_;
};

// "libwebp 1.2.4": the version that runs.
std::string webp_library();

}  // namespace epochmill::capi
