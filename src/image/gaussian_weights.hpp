// Weights of a Gaussian.
#pragma once

#include <vector>

namespace epochmill::image {

// exp(-x^2 / (2 sigma^2)) at the `side` whole places around 0, normalised to sum 1 in double, and
// rounded to f32. `side` is odd, sigma above 0.
std::vector<float> gaussian_weights(int side, double sigma);

}  // namespace epochmill::image
