// What a TIFF's first directory says of its pixels.
#pragma once

#include <tiffio.h>

#include <cstdint>

#include "capi/tiff.hpp"

namespace epochmill::capi {

// Throws `input` for pixels that cannot be read, naming their kind.
TiffHeader read_tiff_header(TIFF* tiff);

// Tag 274 as it stands there, which may be no orientation.
std::uint16_t stored_orientation(TIFF* tiff);

}  // namespace epochmill::capi
