#include "made_picture.hpp"

#include <algorithm>
#include <cstdlib>

namespace epochmill::codec::testing {

std::vector<std::uint32_t> scattered_values(std::size_t count, std::uint32_t limit,
                                            std::uint32_t seed) {
  std::vector<std::uint32_t> values(count);
  std::uint32_t state = seed * 2654435761U + 12345U;
  for (std::uint32_t& value : values) {
    state = state * 1664525U + 1013904223U;
    value = (state >> 8) % limit;
  }
  return values;
}

image::ImageU8 ramp_picture(int height, int width, int channels) {
  image::ImageU8 picture(height, width, channels);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < channels; ++c) {
        const int value = c == 0 ? 40 + x * 2 : c == 1 ? 200 - y * 2 : 60 + x + y + c * 10;
        picture.pixel(y, x)[c] = static_cast<std::uint8_t>(std::clamp(value, 0, 255));
      }
    }
  }
  return picture;
}

int max_difference(const image::ImageU8& a, const image::ImageU8& b) {
  if (a.height() != b.height() || a.width() != b.width() || a.channels() != b.channels()) {
    return 256;
  }
  int largest = 0;
  for (std::size_t i = 0; i < a.values().size(); ++i) {
    largest = std::max(largest, std::abs(a.values()[i] - b.values()[i]));
  }
  return largest;
}

double mean_difference(const image::ImageU8& a, const image::ImageU8& b) {
  if (max_difference(a, b) > 255) return 256;
  double sum = 0;
  for (std::size_t i = 0; i < a.values().size(); ++i) {
    sum += std::abs(a.values()[i] - b.values()[i]);
  }
  return sum / static_cast<double>(a.values().size());
}

Bytes exif_with_orientation(std::uint16_t orientation, bool is_big_endian) {
  const auto high = static_cast<std::uint8_t>(orientation >> 8);
  const auto low = static_cast<std::uint8_t>(orientation & 0xFF);
  if (is_big_endian) {
    return {'M', 'M', 0, 42, 0, 0,    0,   8, 0, 1, 0x01, 0x12, 0,
            3,   0,   0, 0,  1, high, low, 0, 0, 0, 0,    0,    0};
  }
  return {'I', 'I', 42, 0, 8, 0,   0,    0, 1, 0, 0x12, 0x01, 3,
          0,   1,   0,  0, 0, low, high, 0, 0, 0, 0,    0,    0};
}

}  // namespace epochmill::codec::testing
