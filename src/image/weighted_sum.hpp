// A weighted sum of pictures.
#pragma once

#include "image/image.hpp"

namespace epochmill::image {

// weight * value, for each value. Any thread, as the others.
ImageF32 weighted(const ImageU8& image, float weight);

// sum + weight * value, for each value; both steps are rounded. The pictures have one shape; throws
// `internal` otherwise.
void add_weighted(ImageF32& sum, const ImageU8& image, float weight);

// The values of a sum without their fractions, held inside 0..255.
ImageU8 cut_to_bytes(const ImageF32& sum);

}  // namespace epochmill::image
