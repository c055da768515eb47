#include "streams/gamma.hpp"

#include <cmath>

#include "base/error.hpp"
#include "base/strict_math.hpp"
#include "streams/normal.hpp"

namespace epochmill::streams {

double log_gamma_variate(const Stream& stream, DrawNumber draw, double shape,
                         std::uint32_t first_retry) {
  if (!(shape >= kSmallestShape && shape <= kLargestShape)) {
    throw internal_error("draw {}: a shape of {} is not within [{}, {}]", draw, shape,
                         kSmallestShape, kLargestShape);
  }
  const bool is_small = shape < 1.0;
  const double d = (is_small ? shape + 1.0 : shape) - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  for (std::uint32_t retry = first_retry; retry < first_retry + kGammaRetries; retry += 2) {
    const double x = normal_of(stream.scalar_block(draw, retry));
    const double w = 1.0 + c * x;
    if (w <= 0.0) continue;
    const double log_w = strict::log(w);
    const Bits128 bits = bits128(stream.scalar_block(draw, retry + 1));
    if (strict::log(inner_uniform(bits.low)) >= 0.5 * x * x + d * (1.0 - w * w * w + 3.0 * log_w))
      continue;
    const double value = strict::log(d) + 3.0 * log_w;
    if (!is_small) return value;
    return value + strict::log(inner_uniform(bits.high)) / shape;
  }
  throw internal_error("draw {}: all {} attempts at a gamma variate of shape {} were rejected",
                       draw, kGammaRetries / 2, shape);
}

}  // namespace epochmill::streams
