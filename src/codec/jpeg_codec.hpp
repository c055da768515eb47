// JPEG as a format of the table.
//
// Grey, YCbCr and RGB come out as RGB. Inks, with Adobe's marker, are stored inverted (255: none):
// red is round(C*K / 255) of the stored values, green and blue likewise with M and Y. Without the
// marker they are taken to be plain (255: full): round((255-C)*(255-K) / 255), with a warning. ICC
// profiles are not applied.
#pragma once

#include "codec/codec.hpp"

namespace epochmill::codec {

Format jpeg_format();

}  // namespace epochmill::codec
