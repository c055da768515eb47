#include "ops/scaled_sizes.hpp"

#include <algorithm>

namespace epochmill::ops {
namespace {

constexpr double kEnough = 1099511627776.0;  // 2^40: far more than epochs
constexpr int kEnoughSizes = 1 << 21;
constexpr double kLongest = 1 << 30;

int scaled_side(int side, double factor) {
  return static_cast<int>(std::clamp(side * factor, 1.0, kLongest));
}

}  // namespace

image::Size scaled_size(image::Size size, double factor) {
  return {scaled_side(size.height, factor), scaled_side(size.width, factor)};
}

double count_over_scaled_sizes(image::Size size, double min, double max,
                               const std::function<double(image::Size)>& count) {
  const image::Size last = scaled_size(size, max);
  image::Size scaled = scaled_size(size, min);
  double sum = count(scaled);
  // The factors at which a side becomes a pixel longer, in order.
  for (int sizes = 1; scaled != last && sum < kEnough && sizes < kEnoughSizes; ++sizes) {
    const double wider = (scaled.width + 1.0) / size.width;
    const double higher = (scaled.height + 1.0) / size.height;
    const bool is_wider = wider <= higher && scaled.width < last.width;
    const bool is_higher = higher <= wider && scaled.height < last.height;
    if (!is_wider && !is_higher) {
      // Rounding of the last factor: one side is through, and the other is not.
      scaled.width += scaled.width < last.width ? 1 : 0;
      scaled.height += scaled.height < last.height ? 1 : 0;
    }
    scaled.width += is_wider ? 1 : 0;
    scaled.height += is_higher ? 1 : 0;
    sum += count(scaled);
  }
  return sum;
}

}  // namespace epochmill::ops
