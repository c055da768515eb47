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

template <typename T>
void fill_all(Raster<T>& out, const std::array<double, 3>& fill) {
  const std::vector<T> values = fill_values<T>(fill, out.channels());
  for (int x = 0; x < out.width(); ++x) std::copy(values.begin(), values.end(), out.pixel(0, x));
  for (int y = 1; y < out.height(); ++y) std::copy_n(out.row(0), out.row_values(), out.row(y));
}

}  // namespace epochmill::image
