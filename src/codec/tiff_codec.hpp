// TIFF and BigTIFF as a format of the table: the first picture of the file; strips and tiles,
// together or by planes; whatever compression libtiff knows of those that pictures have.
//
// Grey, palette (8 bits of each entry's 16: its upper ones, unless all are 0), RGB, YCbCr and plain
// inks (255: full) of 8 bits; grey, RGB and inks of 16, v becoming round(v / 257); grey and palette
// of 1, 2 and 4 bits, scaled to the full range. An index always has its entry. One sample more than
// the colours is alpha, laid on the background, unless the file says that it is something else.
// Signed and floating-point samples, CIE L*a*b* and raw photos are refused. Orientation: tag 274.
#pragma once

#include "codec/codec.hpp"

namespace epochmill::codec {

Format tiff_format();

}  // namespace epochmill::codec
