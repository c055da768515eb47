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

// `interpolation`: bilinear, nearest, bicubic or lanczos.
recipe::ParamSpec interpolation_spec();
image::Interpolation read_interpolation(const recipe::Params& params);

// `antialias`, which may be left out, and read_interpolation with it. Throws `usage`, with the
// place in the recipe, when a filter has no form that is not antialiased.
recipe::ParamSpec antialias_spec();
image::Interpolation read_resampling(const recipe::Params& params);

// What the help of ops with these two says of torchvision.
inline constexpr const char* kResamplingHelp =
    "For the same box the same bits as torchvision on PIL pictures, for 8-bit pixels, with every "
    "filter: Pillow's are antialiased whatever `antialias` says, and Lanczos needs sines, which "
    "are "
    "our own here, so that a weight could differ by 2^-22 and a value by 1. antialias = false is "
    "that of torchvision on tensors: bilinear mixes the two nearest pixels of each side, in whole "
    "levels across and then down, which can be 1 off torchvision's single rounding; bicubic and "
    "lanczos are refused then, because torchvision's bicubic on tensors is another filter (a = "
    "-0.75) and lanczos has no such form.";

}  // namespace epochmill::ops
