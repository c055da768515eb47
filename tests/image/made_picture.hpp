// Pictures of noise from integer arithmetic alone, so that another language can make the same ones.
//
// The stored digests of these tests were made with Pillow 9.4 and torchvision 0.14 from this
// formula in NumPy:
//   v = (y * 2654435761) ^ (x * 2246822519) ^ (channel * 3266489917) ^ (seed * 668265263)   in
//   uint32 v ^= v >> 15;  v *= 2246822519;  v ^= v >> 13;  v *= 3266489917;  value = v >> 24
#pragma once

#include <cstdint>

#include "base/digest.hpp"
#include "image/image.hpp"

namespace epochmill::image {

inline ImageU8 made_picture(int height, int width, int channels, std::uint32_t seed) {
  ImageU8 picture(height, width, channels);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < channels; ++c) {
        std::uint32_t v = (static_cast<std::uint32_t>(y) * 2654435761U) ^
                          (static_cast<std::uint32_t>(x) * 2246822519U) ^
                          (static_cast<std::uint32_t>(c) * 3266489917U) ^ (seed * 668265263U);
        v ^= v >> 15;
        v *= 2246822519U;
        v ^= v >> 13;
        v *= 3266489917U;
        picture.pixel(y, x)[c] = static_cast<std::uint8_t>(v >> 24);
      }
    }
  }
  return picture;
}

// Every value times `factor`.
inline ImageF32 as_f32(const ImageU8& picture, float factor) {
  ImageF32 out(picture.height(), picture.width(), picture.channels());
  for (std::size_t i = 0; i < out.values().size(); ++i) {
    out.values()[i] = static_cast<float>(picture.values()[i]) * factor;
  }
  return out;
}

template <typename T>
std::uint64_t digest_of(const Raster<T>& picture) {
  return digest64(as_bytes(picture.values()));
}

// A raster of these values, row by row.
template <typename T>
Raster<T> raster_of(int height, int width, int channels, const std::vector<T>& values) {
  Raster<T> raster(height, width, channels);
  raster.values().assign(values.begin(), values.end());
  return raster;
}

}  // namespace epochmill::image
