// Mirroring rows of RGB pixels, on this CPU's vectors.
#pragma once

#include "image/image.hpp"

namespace epochmill::image {

// Fills `out`, of the same shape as `in`, with the mirror image, left to right. Returns false, and
// does nothing, where this CPU has no vectors, or a pixel is not three bytes.
bool mirror_by_vectors(const ImageU8& in, ImageU8& out);

}  // namespace epochmill::image
