// The parameters of ops that make a picture of a given size: `size` and `interpolation`.
#pragma once

#include "image/geometry.hpp"
#include "image/resample.hpp"
#include "recipe/params.hpp"

namespace epochmill::ops {

// `size`, required: one number for a square, or [height, width].
recipe::ParamSpec size_spec();
// Throws `usage`, with the place in the recipe, when the picture would be larger than
// ops/limits.hpp allows.
image::Size read_size(const recipe::Params& params);

// `interpolation`: bilinear or nearest.
recipe::ParamSpec interpolation_spec();
image::Interpolation read_interpolation(const recipe::Params& params);

}  // namespace epochmill::ops
