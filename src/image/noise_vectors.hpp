// Noise on 8-bit values, on this CPU's vectors.
#pragma once

#include <cstdint>
#include <span>

namespace epochmill::image {

// values[i] + mean + sigma * normals[i], each step rounded to f32, the sum rounded half up and
// clamped to 0..255. As many normals as values. Any CPU: the loop is the same everywhere.
void add_noise_levels(std::span<std::uint8_t> values, std::span<const float> normals, float mean,
                      float sigma);

}  // namespace epochmill::image
