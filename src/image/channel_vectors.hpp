// The channels of 8-bit pictures in another order, on this CPU's vectors.
#pragma once

#include <span>

#include "image/image.hpp"

namespace epochmill::image {

// As permute_channels. Returns false, and does nothing, where this CPU has no vectors, or for a
// picture that has not three channels.
bool permute_channels_by_vectors(ImageU8& image, std::span<const int> order);

}  // namespace epochmill::image
