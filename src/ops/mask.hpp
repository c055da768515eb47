// What happens to a mask when the pixels move. Its values are indices: they are moved and repeated,
// never blended. A sample without a mask has an empty one, which all of these leave alone.
#pragma once

#include "image/geometry.hpp"
#include "image/image.hpp"
#include "image/layout.hpp"
#include "image/warp_map.hpp"
#include "ops/keypoints.hpp"

namespace epochmill::ops {

void crop_mask(image::ImageU8& mask, const image::Box& part);

// As image::pad; a constant border has the index `fill`, whatever fills the picture's.
void pad_mask(image::ImageU8& mask, const image::Padding& padding, image::PaddingMode mode,
              std::uint8_t fill);

// `part`, resized to `size` by nearest neighbour, with the bits of Pillow's crop().resize(NEAREST).
void resize_mask(image::ImageU8& mask, const image::Box& part, image::Size size);

void mirror_mask(image::ImageU8& mask, MirrorAxis axis);

// By nearest neighbour to `size`, with index `fill` where the picture was not.
void warp_mask(image::ImageU8& mask, const image::WarpMap& map, image::Size size,
               std::uint8_t fill);

}  // namespace epochmill::ops
