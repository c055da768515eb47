// Pictures made of several pictures: a weighted sum, a part pasted, a canvas.
#pragma once

#include <array>

#include "image/geometry.hpp"
#include "image/image.hpp"

namespace epochmill::image {

// own = partner * (1 - weight) + own * weight, each step rounded once to f32, as torchvision v2's
// MixUp reckons. 8-bit values are reckoned so too, and the sum is rounded to the nearest whole
// number, half up. Throws `internal` for pictures of two shapes and weights outside [0, 1].
void mix(Image& own, const Image& partner, float weight);

// Copies the part `from_box` of `from`, its top left corner to (top, left) of `to`. Both must hold
// it, and have one type and as many channels: throws `internal` otherwise.
void copy_part(const Image& from, const Box& from_box, Image& to, int top, int left);

// A picture of one colour, `fill`: of a picture that has not three channels all three must be the
// same.
Image solid(const Shape& shape, const std::array<double, 3>& fill);

}  // namespace epochmill::image
