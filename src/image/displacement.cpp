#include "image/displacement.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "image/fill_value.hpp"

namespace epochmill::image {
namespace {

// Whole numbers stay as they are; |x| < 2^22. The sum has no bits below 1, so that adding rounds,
// halves to even.
float rounded_half_even(float x) {
  constexpr float kShift = 12582912.0F;  // 1.5 * 2^23
  return (x + kShift) - kShift;
}

template <typename T>
T to_value(float value) {
  if constexpr (std::is_same_v<T, float>) return value;
  return static_cast<T>(std::clamp(rounded_half_even(value), 0.0F, 255.0F));
}

// A place in the old picture, cut to where nothing of it shows any more.
float place(int at, float displacement, int side) {
  const float sum = static_cast<float>(at) + displacement;
  // Written so that NaN is outside.
  if (!(sum > -2.0F)) return -2.0F;
  return std::min(sum, static_cast<float>(side) + 1.0F);
}

// One of the four pixels around a place.
struct Corner {
  int x;
  int y;
  float weight;
};

// Calls use(x, y, to) for every pixel of the new picture with its place in the old one.
template <typename T, typename Use>
void for_each_place(const DisplacementField& field, Raster<T>& out, Use use) {
  for (int y = 0; y < out.height(); ++y) {
    const float* const dx = field.dx.row(y);
    const float* const dy = field.dy.row(y);
    T* to = out.row(y);
    for (int x = 0; x < out.width(); ++x, to += out.channels()) {
      use(place(x, dx[x], out.width()), place(y, dy[x], out.height()), to);
    }
  }
}

template <typename T>
void look_up_nearest(const Raster<T>& in, const DisplacementField& field,
                     const std::vector<T>& fill, Raster<T>& out) {
  for_each_place(field, out, [&](float x, float y, T* to) {
    const int column = static_cast<int>(rounded_half_even(x));
    const int row = static_cast<int>(rounded_half_even(y));
    const bool is_in = column >= 0 && column < in.width() && row >= 0 && row < in.height();
    std::copy_n(is_in ? in.pixel(row, column) : fill.data(), in.channels(), to);
  });
}

// Where some of the four pixels are outside.
template <typename T>
void mix_at_edge(const Raster<T>& in, const std::array<Corner, 4>& corners,
                 const std::vector<T>& fill, T* to) {
  float inside = 0;
  for (const Corner& corner : corners) {
    const bool is_in =
        corner.x >= 0 && corner.x < in.width() && corner.y >= 0 && corner.y < in.height();
    if (is_in) inside += corner.weight;
  }
  for (int c = 0; c < in.channels(); ++c) {
    float sum = 0;
    for (const Corner& corner : corners) {
      const bool is_in =
          corner.x >= 0 && corner.x < in.width() && corner.y >= 0 && corner.y < in.height();
      if (is_in) sum += static_cast<float>(in.pixel(corner.y, corner.x)[c]) * corner.weight;
    }
    const auto rest = static_cast<float>(fill[static_cast<std::size_t>(c)]);
    to[c] = to_value<T>(sum * inside + (1.0F - inside) * rest);
  }
}

// `kChannels` of 0: as many as the picture has.
template <typename T, int kChannels>
void mix_four(const Raster<T>& in, const DisplacementField& field, const std::vector<T>& fill,
              Raster<T>& out) {
  const int width = in.width();
  const int height = in.height();
  const int channels = kChannels > 0 ? kChannels : in.channels();
  const T* const pixels = in.values().data();
  const auto step = static_cast<std::ptrdiff_t>(in.row_values());
  for_each_place(field, out, [&](float x, float y, T* to) {
    const int left = static_cast<int>(x + 2.0F) - 2;  // the whole number below: x >= -2
    const int top = static_cast<int>(y + 2.0F) - 2;
    const float right = x - static_cast<float>(left);
    const float down = y - static_cast<float>(top);
    const float a = (1.0F - right) * (1.0F - down);
    const float b = right * (1.0F - down);
    const float c = (1.0F - right) * down;
    const float d = right * down;
    if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) {
      mix_at_edge(
          in, {{{left, top, a}, {left + 1, top, b}, {left, top + 1, c}, {left + 1, top + 1, d}}},
          fill, to);
      return;
    }
    const T* const above = pixels + top * step + std::ptrdiff_t{left} * channels;
    const T* const below = above + step;
    for (int i = 0; i < channels; ++i) {
      const float sum =
          static_cast<float>(above[i]) * a + static_cast<float>(above[i + channels]) * b +
          static_cast<float>(below[i]) * c + static_cast<float>(below[i + channels]) * d;
      to[i] = to_value<T>(sum);
    }
  });
}

template <typename T>
Raster<T> displaced(const Raster<T>& in, const DisplacementField& field,
                    Interpolation interpolation, const std::array<double, 3>& fill) {
  const auto is_of_size = [&](const ImageF32& plane) {
    return plane.height() == in.height() && plane.width() == in.width() && plane.channels() == 1;
  };
  const bool is_known =
      interpolation == Interpolation::kNearest || interpolation == Interpolation::kBilinear;
  if (!is_of_size(field.dx) || !is_of_size(field.dy) || !is_known) {
    throw internal_error("displace: a picture of {}x{} with a field of {}x{}", in.height(),
                         in.width(), field.dx.height(), field.dx.width());
  }
  const std::vector<T> color = fill_values<T>(fill, in.channels());
  Raster<T> out(in.height(), in.width(), in.channels(), Unfilled{});
  if (interpolation == Interpolation::kNearest) {
    look_up_nearest(in, field, color, out);
  } else if (in.channels() == 3) {
    mix_four<T, 3>(in, field, color, out);
  } else {
    mix_four<T, 0>(in, field, color, out);
  }
  return out;
}

}  // namespace

Image displace(const Image& in, const DisplacementField& field, Interpolation interpolation,
               const std::array<double, 3>& fill) {
  return std::visit(
      [&](const auto& raster) -> Image { return displaced(raster, field, interpolation, fill); },
      in);
}

ImageU8 displace(const ImageU8& in, const DisplacementField& field, Interpolation interpolation,
                 const std::array<double, 3>& fill) {
  return displaced(in, field, interpolation, fill);
}

}  // namespace epochmill::image
