// Rows as floats, and their weighted sums, on this CPU's vectors: both directions of a separable
// filter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace epochmill::image {

// Vectors go over the end of a row by less than this many values: rows and results have room for
// them.
inline constexpr std::size_t kRowSlack = 64;

// out[i] = in[i], for i in [0, count).
void to_floats(const std::uint8_t* in, std::size_t count, float* out);

// out[i] = weights[0] * rows[0][i] + weights[1] * rows[1][i] + ..., in f32 and in this order, for i
// in [0, count). There is at least one row.
void weighted_sum(std::span<const float* const> rows, std::span<const float> weights,
                  std::size_t count, float* out);
// The same, rounded half to even; sums are 0 to 255.
void weighted_sum(std::span<const float* const> rows, std::span<const float> weights,
                  std::size_t count, std::uint8_t* out);

}  // namespace epochmill::image
