// Masks: pictures of one channel, whose values are indices and not shades.
#pragma once

#include "codec/codec.hpp"

namespace epochmill::codec {

// How the message of a mask of another kind ends: with what is taken.
inline constexpr const char* kExpectedMask =
    "a mask has one index for each pixel: a PNG with a palette or grey of 1, 2, 4 or 8 bits, or a "
    "raw PGM (P5) of 8 bits was expected";

// [height, width, 1]: palette indices or grey values as they are coded, never scaled; oriented as
// decode() orients a picture. PNG and PNM only, told by their magic bytes. Any thread. Throws
// `input` with the reason for anything else, and as decode() for bytes that are damaged, cut or too
// large.
Decoded decode_mask(ByteView bytes, const DecodeOptions& options);

}  // namespace epochmill::codec
