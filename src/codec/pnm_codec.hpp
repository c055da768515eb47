// Netpbm's formats as one of the table: PBM, PGM and PPM, plain (P1-P3) and raw (P4-P6), and PAM
// (P7) of 1 to 4 channels. Read here, by the descriptions of Netpbm: no library in Debian reads
// them from memory and reports errors without ending the process.
//
// A sample v becomes round(255 * v / maxval), halves up; alpha is laid on the background. Of
// several pictures in a row: the first; what follows it is not looked at. A sample above maxval is
// damage.
#pragma once

#include "codec/codec.hpp"

namespace epochmill::codec {

Format pnm_format();

// A mask: [height, width, 1], the samples of a raw PGM (P5) of up to 8 bits, not scaled. Any other
// PNM is refused. Throws as Format::decode.
Decoded decode_pnm_mask(ByteView bytes, const DecodeOptions& options);

}  // namespace epochmill::codec
