// Channels in another order.
#pragma once

#include <span>

#include "image/image.hpp"

namespace epochmill::image {

// Channel c becomes what channel order[c] was, in place. `order` holds each of the picture's
// channels once; throws `internal` otherwise. Any thread.
void permute_channels(Image& image, std::span<const int> order);

}  // namespace epochmill::image
