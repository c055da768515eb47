// A Gaussian blur of a plane of numbers.
#pragma once

#include "image/image.hpp"

namespace epochmill::image {

// `plane`, [height, width, 1], blurred by a Gaussian, the border mirrored without the edge, and
// times `factor`: `side` weights (odd) in both directions, f32 sums in the order of
// add_weighted_rows, along x first. Needs side / 2 below both sides of the plane.
void blur_plane(ImageF32& plane, int side, double sigma_x, double sigma_y, float factor);

}  // namespace epochmill::image
