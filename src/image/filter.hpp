// Neighbourhood filters and noise.
#pragma once

#include <span>

#include "image/geometry.hpp"
#include "image/image.hpp"

namespace epochmill::image {

// Gaussian blur as torchvision's gaussian_blur: `kernel` odd sides in pixels, weights exp(-x^2 / (2
// sigma^2)) normalised to sum 1, borders reflected without the edge pixel, rounded half to even to
// 8 bits at the end. Separable here (f64 weights rounded to f32, f32 sums in order of x, then y)
// where torch convolves in two dimensions, so a value can differ by 1. A kernel side must not
// exceed 2 * side - 1 of the picture (the reflected border would not exist): throws `input`.
void gaussian_blur(ImageU8& image, Size kernel, double sigma_x, double sigma_y);

// values[i] + mean + sigma * normals[i], on the scale [0, 1]: for u8 both are times 255, the sum is
// rounded half up and always clamped to 0..255. For f32 it is clamped to [0, 1] when `clip`.
// normals.size() must be the number of values; throws `internal` otherwise.
void add_noise(std::span<std::uint8_t> values, std::span<const float> normals, float mean,
               float sigma);
void add_noise(std::span<float> values, std::span<const float> normals, float mean, float sigma,
               bool clip);

}  // namespace epochmill::image
