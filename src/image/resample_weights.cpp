#include "image/resample_weights.hpp"

#include <algorithm>

#include "base/strict_math.hpp"

namespace epochmill::image {
namespace {

double triangle(double x) {
  if (x < 0.0) x = -x;
  return x < 1.0 ? 1.0 - x : 0.0;
}

double cubic(double x) {
  constexpr double kA = -0.5;
  if (x < 0.0) x = -x;
  if (x < 1.0) return ((kA + 2.0) * x - (kA + 3.0)) * x * x + 1;
  if (x < 2.0) return (((x - 5) * x + 8) * x - 4) * kA;
  return 0.0;
}

// sinc(x) * sinc(x / 3), both from one sine: sin 3a = (3 - 4 sin^2 a) sin a.
double lanczos(double x) {
  constexpr double kThirdOfPi = 3.14159265358979323846 / 3;
  if (x == 0.0) return 1.0;
  if (x < -3.0 || x >= 3.0) return 0.0;
  const double angle = x * kThirdOfPi;
  const double sine = strict::sin_cos(angle).sin;
  return (3 - 4 * sine * sine) * sine / (3 * angle) * (sine / angle);
}

// The inputs that one output place looks at.
struct Window {
  double center;
  int first;
  int last;  // one past the end
};

class Windows {
 public:
  Windows(const Filter& filter, int in_size, int out_size)
      : in_size_(in_size),
        scale_(static_cast<double>(in_size) / out_size),
        widening_(filter.is_widened ? std::max(scale_, 1.0) : 1.0),
        support_(filter.reach * widening_) {}

  double widening() const { return widening_; }

  Window at(int place) const {
    const double center = (place + 0.5) * scale_;
    return {.center = center,
            .first = std::max(static_cast<int>(center - support_ + 0.5), 0),
            .last = std::min(static_cast<int>(center + support_ + 0.5), in_size_)};
  }

 private:
  int in_size_;
  double scale_;
  double widening_;
  double support_;  // half the width of the filter, in inputs
};

void fill_weights(const Filter& filter, const Window& window, double widening, double* weights) {
  const double inverse = 1.0 / widening;
  double sum = 0.0;
  for (int x = window.first; x < window.last; ++x) {
    const double weight = filter.at((x - window.center + 0.5) * inverse);
    weights[x - window.first] = weight;
    sum += weight;
  }
  if (sum == 0.0) return;
  for (int x = window.first; x < window.last; ++x) weights[x - window.first] /= sum;
}

}  // namespace

const Filter kTriangleFilter = {.at = triangle, .reach = 1.0};
const Filter kCubicFilter = {.at = cubic, .reach = 2.0};
const Filter kLanczosFilter = {.at = lanczos, .reach = 3.0};
const Filter kNarrowTriangleFilter = {.at = triangle, .reach = 1.0, .is_widened = false};

TapWeights<double> filter_weights(const Filter& filter, int in_size, int out_size) {
  const Windows windows(filter, in_size, out_size);
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
    fill_weights(filter, window, windows.widening(), place + (window.first - weights.first[i]));
  }
  return weights;
}

TapWeights<std::uint32_t> fixed_point(const TapWeights<double>& weights) {
  TapWeights<std::uint32_t> fixed{.taps = weights.taps, .first = weights.first, .values = {}};
  fixed.values.resize(weights.values.size());
  constexpr double kOne = 1U << kWeightBits;
  std::transform(
      weights.values.begin(), weights.values.end(), fixed.values.begin(), [](double weight) {
        const double half = weight < 0 ? -0.5 : 0.5;
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(weight * kOne + half));
      });
  return fixed;
}

}  // namespace epochmill::image
