// Sharper or softer, bit-equal to Pillow's ImageEnhance.Sharpness.
#pragma once

#include "image/image.hpp"

namespace epochmill::image {

// Blends each value with the smoothed one, (eight neighbours + 5 times itself) / 13 rounded to the
// nearest: smooth + factor * (value - smooth) in f32, each step rounded, cut to 0..255. A factor of
// 0 is the smoothed picture, 1 changes nothing. The outermost pixels stay, and so does a picture
// with a side below 3. Needs factor >= 0. In place; any thread.
void adjust_sharpness(ImageU8& image, float factor);

}  // namespace epochmill::image
