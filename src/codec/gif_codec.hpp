// GIF as a format of the table: the first frame on its canvas. As Pillow has it, a frame that
// overhangs the canvas makes it larger; what the frame leaves uncovered is transparent when the
// frame has a transparent index, and otherwise the palette's first colour. Without a palette, and
// beyond its end, index i is grey i. Transparent pixels are the background.
#pragma once

#include "codec/codec.hpp"

namespace epochmill::codec {

Format gif_format();

}  // namespace epochmill::codec
