// A colour as values of a kind of pixel.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace epochmill::image {

// `fill` on the scale of T, cut to what it can hold.
template <typename T>
T fill_value(double fill) {
  if constexpr (std::is_same_v<T, float>) return static_cast<float>(fill);
  return static_cast<T>(std::clamp(fill, 0.0, 255.0));
}

// One value for each channel: those of `fill` for three, fill[0] for any other number.
template <typename T>
std::vector<T> fill_values(const std::array<double, 3>& fill, int channels) {
  std::vector<T> values(static_cast<std::size_t>(channels), fill_value<T>(fill[0]));
  if (values.size() == fill.size()) {
    std::transform(fill.begin(), fill.end(), values.begin(), fill_value<T>);
  }
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

}  // namespace epochmill::image
