// A BMP's run lengths.
#pragma once

#include "base/bytes.hpp"
#include "image/image.hpp"

namespace epochmill::codec {

// Indices from `coded`, of 4 or 8 bits, into `indices` ([height, width, 1], zeros), of which row 0
// comes first. Throws `input` for runs that leave the picture, and for an end that comes before the
// code that says so, unless all pixels are there.
void read_bmp_runs(ByteView coded, int bits, image::ImageU8& indices);

}  // namespace epochmill::codec
