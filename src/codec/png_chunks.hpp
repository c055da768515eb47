// A PNG taken apart: the chunks that pixels come from, and the orientation. Texts, colour profiles,
// animations and private chunks never reach a decoder, so that none of them can be a bomb or a
// reason to refuse good pixels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill::codec {

struct PngChunks {
  // The signature, the critical chunks and tRNS, as they were: laid end to end they are a PNG.
  // Their checksums are not looked at here.
  std::vector<ByteView> picture;
  std::uint64_t pixel_bytes = 0;  // in all IDAT chunks
  bool has_trns = false;
  bool has_color_profile = false;     // gAMA or iCCP
  ByteView exif;                      // of the first eXIf chunk; empty: none
  std::vector<std::string> warnings;  // other chunks whose checksum is wrong; they are left out
};

// Reads chunks up to IEND; what follows is not looked at. The views are of `png`. Throws `input`
// when it does not start with PNG's signature, or ends before IEND does.
PngChunks take_apart(ByteView png);

// The parts of `picture`, end to end.
Bytes put_together(const PngChunks& chunks);

// PNG's signature, eight bytes.
bool has_png_signature(ByteView head);

}  // namespace epochmill::codec
