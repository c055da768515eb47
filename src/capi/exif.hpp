// libexif, as far as epochmill needs it: which way up a picture is to be shown.
#pragma once

#include "base/bytes.hpp"

namespace epochmill::capi {

// The orientation (1-8) that IFD 0 of `tiff` gives, where `tiff` is EXIF's own TIFF structure: the
// payload of a PNG's eXIf chunk, or of a JPEG's APP1 after "Exif\0\0". Data that are broken, say
// nothing, or say something else than 1-8 give 1: a picture's pixels are good whatever stands
// beside them. Any thread; throws std::bad_alloc only.
int exif_orientation(ByteView tiff);

}  // namespace epochmill::capi
