#include "image/weighted_sum.hpp"

#include "base/error.hpp"

namespace epochmill::image {

ImageF32 weighted(const ImageU8& image, float weight) {
  ImageF32 sum(image.height(), image.width(), image.channels(), Unfilled{});
  const std::uint8_t* const from = image.values().data();
  float* const to = sum.values().data();
  const std::size_t count = image.values().size();
  for (std::size_t i = 0; i < count; ++i) to[i] = weight * static_cast<float>(from[i]);
  return sum;
}

void add_weighted(ImageF32& sum, const ImageU8& image, float weight) {
  if (image.height() != sum.height() || image.width() != sum.width() ||
      image.channels() != sum.channels()) {
    throw internal_error("a sum of {}x{} and {}x{}", sum.height(), sum.width(), image.height(),
                         image.width());
  }
  const std::uint8_t* const from = image.values().data();
  float* const to = sum.values().data();
  const std::size_t count = image.values().size();
  for (std::size_t i = 0; i < count; ++i) {
    const float part = weight * static_cast<float>(from[i]);
    to[i] += part;
  }
}

ImageU8 cut_to_bytes(const ImageF32& sum) {
  ImageU8 image(sum.height(), sum.width(), sum.channels(), Unfilled{});
  const float* const from = sum.values().data();
  std::uint8_t* const to = image.values().data();
  const std::size_t count = sum.values().size();
  for (std::size_t i = 0; i < count; ++i) {
    const float above = from[i] > 0.0F ? from[i] : 0.0F;
    to[i] = static_cast<std::uint8_t>(static_cast<int>(above < 255.0F ? above : 255.0F));
  }
  return image;
}

}  // namespace epochmill::image
