// Samples as formats have them to what a picture is here: three channels of 8 bits.
#pragma once

#include <array>
#include <cstdint>

#include "image/image.hpp"

namespace epochmill::codec {

using Background = std::array<std::uint8_t, 3>;

// round(v / 257): the full range of 16 bits on that of 8.
constexpr std::uint8_t to_8_bits(std::uint16_t value) {
  return static_cast<std::uint8_t>((value + 128) / 257);
}
image::ImageU8 to_8_bits(const image::Raster<std::uint16_t>& samples);

enum class Alpha {
  kStraight,       // over the background b, v of alpha a becomes round((v*a + b*(255-a)) / 255)
  kPremultiplied,  // v is times a/255 already: v + round(b*(255-a) / 255), at most 255
};

// `samples` has 1 (grey), 2 (grey, alpha), 3 (RGB) or 4 (RGB, alpha) channels.
image::ImageU8 to_rgb(image::ImageU8 samples, const Background& background,
                      Alpha alpha = Alpha::kStraight);

// Four channels of ink, 255: full, or inverted, 255: none. Of stored values C M Y K that are
// inverted, red is round(C*K / 255), green and blue likewise with M and Y.
image::ImageU8 rgb_of_inks(const image::ImageU8& inks, bool is_inverted);

}  // namespace epochmill::codec
