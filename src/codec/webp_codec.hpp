// WebP as a format of the table: lossy and lossless, with alpha laid on the background. Of an
// animation: the first frame on its canvas; what it leaves uncovered is transparent, or black where
// the file says that it has no alpha. Orientation: the EXIF chunk. ICC profiles are not applied.
#pragma once

#include "codec/codec.hpp"

namespace epochmill::codec {

Format webp_format();

}  // namespace epochmill::codec
