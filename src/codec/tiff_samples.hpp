// All samples of a TIFF, put together from its blocks.
#pragma once

#include "capi/tiff.hpp"
#include "image/geometry.hpp"
#include "image/image.hpp"

namespace epochmill::codec {

// The colours, then alpha when there is any, 8 bits each and scaled to the full range; indices of a
// palette as they are. Samples that mean nothing here are left out. For all colours but YCbCr.
// Throws `input` when a block would take more than `max_block_pixels`.
image::ImageU8 read_tiff_samples(const capi::TiffDecoder& decoder, image::Size size,
                                 std::uint64_t max_block_pixels);

}  // namespace epochmill::codec
