// Colour changes of 8-bit RGB pictures on this CPU's vectors.
#pragma once

#include <span>

#include "image/color.hpp"
#include "image/image.hpp"

namespace epochmill::image {

// All of `changes`, one after the other, in place: the values that the plain functions of color.hpp
// give. Returns false, and does nothing, where this CPU has no vectors. The picture has 3 channels.
bool adjust_colors_by_vectors(ImageU8& image, std::span<const ColorChange> changes);

// Likewise `out`, as large as `in`, with the picture in grey.
bool make_grey_by_vectors(const ImageU8& in, ImageU8& out);

}  // namespace epochmill::image
