#include "image/resample_weights.hpp"

#include <algorithm>

namespace epochmill::image {
namespace {

double triangle(double x) {
  if (x < 0.0) x = -x;
  return x < 1.0 ? 1.0 - x : 0.0;
}

// The inputs that one output place looks at.
struct Window {
  double center;
  int first;
  int last;  // one past the end
};

class Windows {
 public:
  Windows(double start, double scale, int in_size)
      : in_size_(in_size), start_(start), scale_(scale), support_(std::max(scale_, 1.0)) {}

  double support() const { return support_; }

  Window at(int place) const {
    const double center = start_ + (place + 0.5) * scale_;
    return {.center = center,
            .first = std::max(static_cast<int>(center - support_ + 0.5), 0),
            .last = std::min(static_cast<int>(center + support_ + 0.5), in_size_)};
  }

 private:
  int in_size_;
  double start_;
  double scale_;
  double support_;  // half the width of the triangle, in inputs
};

void fill_weights(const Window& window, double support, double* weights) {
  const double inverse = 1.0 / support;
  double sum = 0.0;
  for (int x = window.first; x < window.last; ++x) {
    const double weight = triangle((x - window.center + 0.5) * inverse);
    weights[x - window.first] = weight;
    sum += weight;
  }
  if (sum == 0.0) return;
  for (int x = window.first; x < window.last; ++x) weights[x - window.first] /= sum;
}

}  // namespace

TapWeights<double> triangle_weights(int in_size, int out_size) {
  return triangle_weights(0, static_cast<double>(in_size) / out_size, in_size, out_size);
}

TapWeights<double> triangle_weights(double start, double scale, int in_size, int out_size) {
  const Windows windows(start, scale, in_size);
  TapWeights<double> weights;
  for (int i = 0; i < out_size; ++i) {
    const Window window = windows.at(i);
    weights.taps = std::max(weights.taps, window.last - window.first);
  }
  const auto taps = static_cast<std::size_t>(weights.taps);
  weights.first.resize(static_cast<std::size_t>(out_size));
  weights.values.resize(weights.first.size() * taps);
  for (std::size_t i = 0; i < weights.first.size(); ++i) {
    const Window window = windows.at(static_cast<int>(i));
    // At the far border the padding goes before the window, not after it.
    weights.first[i] = std::min(window.first, in_size - weights.taps);
    double* const place = weights.values.data() + i * taps;
    fill_weights(window, windows.support(), place + (window.first - weights.first[i]));
  }
  return weights;
}

TapWeights<std::uint32_t> fixed_point(const TapWeights<double>& weights) {
  TapWeights<std::uint32_t> fixed{.taps = weights.taps, .first = weights.first, .values = {}};
  fixed.values.resize(weights.values.size());
  constexpr double kOne = 1U << kWeightBits;
  std::transform(weights.values.begin(), weights.values.end(), fixed.values.begin(),
                 [](double weight) { return static_cast<std::uint32_t>(weight * kOne + 0.5); });
  return fixed;
}

}  // namespace epochmill::image
