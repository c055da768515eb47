#include "image/pixel_type.hpp"

#include <algorithm>
#include <cstddef>

namespace epochmill::image {
namespace {

// torchvision: 255 + 1 - 1e-3, so that every level but the last two ends where the next begins.
constexpr float kLevels = 255.999F;

}  // namespace

ImageF32 to_f32(const ImageU8& in, PixelScale scale) {
  ImageF32 out(in.height(), in.width(), in.channels(), Unfilled{});
  const std::size_t count = in.values().size();
  const std::uint8_t* from = in.values().data();
  float* to = out.values().data();
  if (scale == PixelScale::kKept) {
    for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<float>(from[i]);
  } else {
    for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<float>(from[i]) / 255.0F;
  }
  return out;
}

ImageU8 to_u8(const ImageF32& in, PixelScale scale) {
  ImageU8 out(in.height(), in.width(), in.channels(), Unfilled{});
  const std::size_t count = in.values().size();
  const float* from = in.values().data();
  std::uint8_t* to = out.values().data();
  const float factor = scale == PixelScale::kKept ? 1.0F : kLevels;
  for (std::size_t i = 0; i < count; ++i) {
    const float value = from[i] * factor;
    // In this order NaN becomes 0: it is not above.
    const float above = value > 0.0F ? value : 0.0F;
    to[i] = static_cast<std::uint8_t>(static_cast<int>(above < 255.0F ? above : 255.0F));
  }
  return out;
}

}  // namespace epochmill::image
