#include "image/sharpness.hpp"

#include <algorithm>
#include <vector>

namespace epochmill::image {
namespace {

using Row = std::vector<std::uint8_t>;
using Sums = std::vector<std::uint16_t>;

void add_columns(const Row& above, const Row& here, const std::uint8_t* below, Sums& sums) {
  for (std::size_t i = 0; i < sums.size(); ++i) {
    sums[i] = static_cast<std::uint16_t>(above[i] + here[i] + below[i]);
  }
}

// Sums of nine pixels and four times the middle one, divided by 13 and rounded; no sum is in the
// middle between two multiples. 5042 / 2^16 is so little above 1 / 13 that all 13 * 255 sums give
// the right quotient.
void smooth(const Sums& sums, const Row& here, std::size_t channels, Row& out) {
  for (std::size_t i = channels; i + channels < out.size(); ++i) {
    const auto sum = static_cast<std::uint16_t>(sums[i - channels] + sums[i] + sums[i + channels] +
                                                4 * here[i] + 6);
    out[i] = static_cast<std::uint8_t>((sum * 5042U) >> 16);
  }
}

void blend(const Row& from, const Row& to, float factor, std::size_t channels, std::uint8_t* out) {
  for (std::size_t i = channels; i + channels < to.size(); ++i) {
    const float change = factor * static_cast<float>(to[i] - from[i]);
    const float mixed = static_cast<float>(from[i]) + change;
    const float above = mixed > 0.0F ? mixed : 0.0F;
    out[i] = static_cast<std::uint8_t>(static_cast<int>(above < 255.0F ? above : 255.0F));
  }
}

}  // namespace

void adjust_sharpness(ImageU8& image, float factor) {
  if (factor == 1.0F || image.height() < 3 || image.width() < 3) return;
  const std::size_t count = image.row_values();
  const auto channels = static_cast<std::size_t>(image.channels());
  Row above(image.row(0), image.row(0) + count);
  Row here(count);
  Row smoothed(count);
  Sums sums(count);
  for (int y = 1; y < image.height() - 1; ++y) {
    std::copy_n(image.row(y), count, here.begin());
    add_columns(above, here, image.row(y + 1), sums);
    smooth(sums, here, channels, smoothed);
    blend(smoothed, here, factor, channels, image.row(y));
    above.swap(here);
  }
}

}  // namespace epochmill::image
