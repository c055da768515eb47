// The sizes of a picture whose two sides are multiplied by one random factor.
#pragma once

#include <functional>

#include "image/geometry.hpp"

namespace epochmill::ops {

// Both sides times `factor`, cut to whole pixels, at least 1 and at most 2^30.
image::Size scaled_size(image::Size size, double factor);

// How many different things `count(scaled)` says there are in all, summed over the different sizes
// that factors from `min` to `max` give. Ends when it has passed 2^40, or after 2^21 sizes.
double count_over_scaled_sizes(image::Size size, double min, double max,
                               const std::function<double(image::Size)>& count);

}  // namespace epochmill::ops
