// Sums of rows with symmetric weights, on this CPU's vectors: one direction of a blur.
#pragma once

#include <cstddef>
#include <span>

namespace epochmill::image {

// out[i] = w[m] * rows[m][i] + w[m + 1] * (rows[m - 1][i] + rows[m + 1][i]) + w[m + 2] * (rows[m -
// 2][i] + ...) + ..., with m the middle of the rows, each step rounded to f32. There are as many
// weights as rows, an odd number of them, and w[m - k] counts as w[m + k]; every row has out.size()
// values, and `out` is none of them. Any CPU: the sums are the same everywhere.
void add_weighted_rows(std::span<const float* const> rows, std::span<const float> weights,
                       std::span<float> out);

}  // namespace epochmill::image
