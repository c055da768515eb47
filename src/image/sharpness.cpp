#include "image/sharpness.hpp"

#include <algorithm>
#include <vector>

#include "image/sharpness_vectors.hpp"

namespace epochmill::image {
namespace {

// The sum of nine pixels and four times the middle one, divided by 13 and rounded; no sum is in the
// middle between two multiples. 5042 / 2^16 is so little above 1 / 13 that all 13 * 255 sums give
// the right quotient.
int smooth(const SharpnessRows& rows, std::size_t i) {
  const std::uint16_t* const sums = rows.sums + i;
  const std::size_t c = rows.channels;
  const int sum = sums[-static_cast<std::ptrdiff_t>(c)] + sums[0] + sums[c] + 4 * rows.here[i] + 6;
  return (sum * 5042) >> 16;
}

// The plain loops, for a CPU without vectors and as what those must equal.
void sharpen_row(const SharpnessRows& rows, float factor) {
  for (std::size_t i = 0; i < rows.count; ++i) {
    rows.sums[i] = static_cast<std::uint16_t>(rows.above[i] + rows.here[i] + rows.below[i]);
  }
  for (std::size_t i = rows.channels; i + rows.channels < rows.count; ++i) {
    const int from = smooth(rows, i);
    const float change = factor * static_cast<float>(rows.here[i] - from);
    const float mixed = static_cast<float>(from) + change;
    rows.out[i] = static_cast<std::uint8_t>(std::clamp(mixed, 0.0F, 255.0F));
  }
}

using PaddedRow = std::vector<std::uint8_t>;

}  // namespace

void adjust_sharpness(ImageU8& image, float factor) {
  if (factor == 1.0F || image.height() < 3 || image.width() < 3) return;
  const std::size_t count = image.row_values();
  const auto channels = static_cast<std::size_t>(image.channels());
  PaddedRow above(count + kRowPadding);
  PaddedRow here(count + kRowPadding);
  PaddedRow below(count + kRowPadding);
  PaddedRow made(count + kRowPadding);
  std::vector<std::uint16_t> sums(count + kRowPadding);
  std::copy_n(image.row(0), count, above.begin());
  std::copy_n(image.row(1), count, here.begin());
  for (int y = 1; y < image.height() - 1; ++y) {
    std::copy_n(image.row(y + 1), count, below.begin());
    const SharpnessRows rows = {.above = above.data(),
                                .here = here.data(),
                                .below = below.data(),
                                .sums = sums.data(),
                                .out = made.data(),
                                .count = count,
                                .channels = channels};
    if (!sharpen_row_by_vectors(rows, factor)) sharpen_row(rows, factor);
    std::copy(made.begin() + static_cast<std::ptrdiff_t>(channels),
              made.begin() + static_cast<std::ptrdiff_t>(count - channels),
              image.row(y) + channels);
    above.swap(here);
    here.swap(below);
  }
}

}  // namespace epochmill::image
