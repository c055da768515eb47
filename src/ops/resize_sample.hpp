// A part of a picture at another size, with all that the sample has: what the resizing ops share.
#pragma once

#include "image/resample.hpp"
#include "ops/sample.hpp"

namespace epochmill::ops {

// Makes the part `box` of `in`, resized to `size`, the picture of `sample`, whose points, boxes and
// mask move with it.
void resize_sample(const image::Image& in, const image::Box& box, image::Size size,
                   image::Interpolation interpolation, Sample& sample);

}  // namespace epochmill::ops
