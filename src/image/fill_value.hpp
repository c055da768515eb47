// What fills the pixels of which a picture knows nothing.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>
#include <vector>

#include "image/image.hpp"

namespace epochmill::image {

template <typename T>
T fill_value(double fill) {
  if constexpr (std::is_same_v<T, float>) return static_cast<float>(fill);
  return static_cast<T>(std::clamp(fill, 0.0, 255.0));
}

// Of a pixel: `fill` for each of three channels, or fill[0] for each of another number.
template <typename T>
std::vector<T> fill_values(const std::array<double, 3>& fill, int channels) {
  std::vector<T> values(static_cast<std::size_t>(channels), fill_value<T>(fill[0]));
  if (channels == 3) std::transform(fill.begin(), fill.end(), values.begin(), fill_value<T>);
  return values;
}

// `width` pixels of that colour, side by side.
template <typename T>
std::vector<T> fill_line(const std::array<double, 3>& fill, int channels, int width) {
  const std::vector<T> color = fill_values<T>(fill, channels);
  std::vector<T> line;
  line.reserve(static_cast<std::size_t>(width) * color.size());
  for (int x = 0; x < width; ++x) line.insert(line.end(), color.begin(), color.end());
  return line;
}

template <typename T>
void fill_all(Raster<T>& out, const std::array<double, 3>& fill) {
  const std::vector<T> line = fill_line<T>(fill, out.channels(), out.width());
  for (int y = 0; y < out.height(); ++y) std::copy(line.begin(), line.end(), out.row(y));
}

}  // namespace epochmill::image
