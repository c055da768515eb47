#include "image/gaussian_weights.hpp"

#include <algorithm>
#include <cstddef>

#include "base/strict_math.hpp"

namespace epochmill::image {

std::vector<float> gaussian_weights(int side, double sigma) {
  std::vector<double> exact(static_cast<std::size_t>(side));
  double sum = 0.0;
  for (int i = 0; i < side; ++i) {
    const double distance = (i - side / 2) / sigma;
    const double exponent = -0.5 * distance * distance;
    // strict::exp ends at -700, where f32 has long been at 0.
    const double weight = exponent < -700.0 ? 0.0 : strict::exp(exponent);
    exact[static_cast<std::size_t>(i)] = weight;
    sum += weight;
  }
  std::vector<float> weights(exact.size());
  std::transform(exact.begin(), exact.end(), weights.begin(),
                 [sum](double weight) { return static_cast<float>(weight / sum); });
  return weights;
}

}  // namespace epochmill::image
