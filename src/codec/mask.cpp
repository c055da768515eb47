#include "codec/mask.hpp"

#include "base/error.hpp"
#include "codec/png_chunks.hpp"
#include "codec/png_codec.hpp"
#include "codec/pnm_codec.hpp"
#include "codec/pnm_header.hpp"

namespace epochmill::codec {

Decoded decode_mask(ByteView bytes, const DecodeOptions& options) {
  if (has_png_signature(bytes)) return decode_png_mask(bytes, options);
  if (has_pnm_magic(bytes)) return decode_pnm_mask(bytes, options);
  // Names what it is, where it is no picture at all.
  throw input_error("a picture in the format {}; {}", format_of(bytes).name, kExpectedMask);
}

}  // namespace epochmill::codec
