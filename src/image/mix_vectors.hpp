// Weighted sums of two rows of 8-bit values, on this CPU's vectors.
#pragma once

#include <cstdint>
#include <span>

namespace epochmill::image {

// own[i] = own[i] * weight + partner[i] * (1 - weight), each step rounded to f32, the sum to the
// nearest whole number, half up. As many values of both; weight in [0, 1]. Any CPU: the loop
// is the same everywhere.
void mix_levels(std::span<std::uint8_t> own, std::span<const std::uint8_t> partner, float weight);

}  // namespace epochmill::image
