#include "codec/rgb.hpp"

#include <algorithm>

namespace epochmill::codec {
namespace {

// round(a * b / 255); 255 is odd, so nothing lies half way.
std::uint8_t product(unsigned a, unsigned b) {
  return static_cast<std::uint8_t>((a * b + 127) / 255);
}

}  // namespace

image::ImageU8 to_8_bits(const image::Raster<std::uint16_t>& samples) {
  image::ImageU8 narrow(samples.height(), samples.width(), samples.channels(), image::Unfilled{});
  std::transform(samples.values().begin(), samples.values().end(), narrow.values().begin(),
                 [](std::uint16_t value) { return to_8_bits(value); });
  return narrow;
}

image::ImageU8 to_rgb(image::ImageU8 samples, const Background& background, Alpha alpha_kind) {
  if (samples.channels() == 3) return samples;
  const bool is_grey = samples.channels() <= 2;
  const bool has_alpha = samples.channels() % 2 == 0;
  image::ImageU8 rgb(samples.height(), samples.width(), 3, image::Unfilled{});
  for (int y = 0; y < samples.height(); ++y) {
    for (int x = 0; x < samples.width(); ++x) {
      const std::uint8_t* from = samples.pixel(y, x);
      std::uint8_t* to = rgb.pixel(y, x);
      const unsigned alpha = has_alpha ? from[samples.channels() - 1] : 255U;
      const unsigned weight = alpha_kind == Alpha::kStraight ? alpha : 255U;
      for (std::size_t c = 0; c < 3; ++c) {
        const unsigned value = from[is_grey ? 0 : c] * weight + background[c] * (255 - alpha);
        // 255 is odd: nothing is half way. Values above their alpha are wrong, and must not wrap.
        to[c] = static_cast<std::uint8_t>(std::min((value + 127) / 255, 255U));
      }
    }
  }
  return rgb;
}

image::ImageU8 rgb_of_inks(const image::ImageU8& inks, bool is_inverted) {
  const unsigned flip = is_inverted ? 0 : 255;  // v ^ 255 is 255 - v
  image::ImageU8 rgb(inks.height(), inks.width(), 3);
  for (int y = 0; y < inks.height(); ++y) {
    for (int x = 0; x < inks.width(); ++x) {
      const std::uint8_t* ink = inks.pixel(y, x);
      std::uint8_t* out = rgb.pixel(y, x);
      const unsigned black = ink[3] ^ flip;
      for (int c = 0; c < 3; ++c) out[c] = product(ink[c] ^ flip, black);
    }
  }
  return rgb;
}

}  // namespace epochmill::codec
