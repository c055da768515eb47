// Windows' and OS/2's bitmaps as a format of the table. Read here, by the descriptions of Windows:
// no library in Debian reads them from memory and is made for hostile bytes.
//
// Indices of 1, 4 and 8 bits, plain or run-length coded; 16, 24 and 32 bits, by masks or without. A
// colour v of n bits becomes floor(255 * v / (2^n - 1)), as in Pillow. Alpha is what a mask says:
// 32 bits without masks have none. An index beyond the palette is damage; pixels that run lengths
// leave out have index 0.
#pragma once

#include "codec/codec.hpp"

namespace epochmill::codec {

Format bmp_format();

}  // namespace epochmill::codec
