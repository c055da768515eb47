// A part of a picture full of random values.
#pragma once

#include "image/geometry.hpp"
#include "image/image.hpp"
#include "streams/stream.hpp"

namespace epochmill::ops {

// Gives every value in `box`, which lies inside, a random one: value v of it, in the order row,
// column, channel, hangs on element v of the stream's bulk field. f32 values are standard normals;
// u8 ones are byte v % 4 (the lowest first) of word v / 4, all 256 equally likely.
void fill_randomly(image::Image& picture, const image::Box& box, const streams::Stream& stream);

}  // namespace epochmill::ops
