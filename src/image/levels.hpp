// Changes of values one by one, whatever stands around them: inverted, cut to fewer bits, spread
// over the whole range. For 8-bit pictures with the bits of Pillow's ImageOps, for f32 those of
// torchvision's float tensors, whose white is 1. In place; any thread.
#pragma once

#include "image/image.hpp"

namespace epochmill::image {

// 255 - v, or 1 - v.
void invert(ImageU8& image);
void invert(ImageF32& image);

// The `bits` highest bits of each value, 0 to 8; throws `internal` for others.
void posterize(ImageU8& image, int bits);

// invert() for the values of at least `threshold`.
void solarize(ImageU8& image, double threshold);
void solarize(ImageF32& image, float threshold);

// Each channel stretched so that its lowest value becomes 0 and its highest 255: trunc(v * scale +
// offset) in f64. A channel of one value stays.
void autocontrast(ImageU8& image);

// Each channel by the sums of its histogram, in whole steps of a 255th of the pixels below its
// highest value: (step / 2 + pixels below v) / step. A channel of one value, or with less than one
// pixel a step, stays.
void equalize(ImageU8& image);

}  // namespace epochmill::image
