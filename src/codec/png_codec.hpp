// PNG as a format of the table.
//
// Every colour type and depth becomes 8-bit RGB. Samples of 1, 2 and 4 bits are scaled to the full
// range; v of 16 bits becomes round(v / 257). Then, where there is alpha (or tRNS), each value v
// becomes round((v*a + b*(255-a)) / 255) over the background b. An index beyond the palette is
// black, as libpng and Pillow have it. Gamma, sBIT and ICC profiles are not applied. Of an APNG:
// the default image. Orientation: the eXIf chunk.
//
// What pixels come from (critical chunks and tRNS) must be whole, down to the checksums. Any other
// chunk that is damaged is left out, with a warning when its checksum tells.
#pragma once

#include "codec/codec.hpp"

namespace epochmill::codec {

Format png_format();

// A mask: [height, width, 1], palette indices or grey values as they are coded, oriented. A picture
// of any other kind of pixel is refused. Throws as Format::decode.
Decoded decode_png_mask(ByteView bytes, const DecodeOptions& options);

}  // namespace epochmill::codec
