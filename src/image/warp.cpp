#include "image/warp.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.hpp"
#include "image/fill_value.hpp"

namespace epochmill::image {
namespace {

template <typename T>
Raster<T> filled(Size size, int channels, const std::array<double, 3>& fill) {
  Raster<T> out(size.height, size.width, channels, Unfilled{});
  const std::vector<T> line = fill_line<T>(fill, channels, size.width);
  for (int y = 0; y < size.height; ++y) std::copy(line.begin(), line.end(), out.row(y));
  return out;
}

// A picture being made. `kChannels` of 0: as many as it has. Values and not references: a store of
// bytes may change whatever a reference leads to, which would be read again after every pixel.
template <typename T, int kChannels>
struct Work {
  const T* from;
  T* to;
  Size in;
  Size out;
  std::ptrdiff_t channel_count;

  std::ptrdiff_t channels() const { return kChannels > 0 ? kChannels : channel_count; }
  const T* source(int y, int x) const {
    return from + (std::ptrdiff_t{y} * in.width + x) * channels();
  }
  T* row(int y) const { return to + std::ptrdiff_t{y} * out.width * channels(); }
  void copy(int y, int x, T* place) const {
    const T* pixel = source(y, x);
    for (std::ptrdiff_t c = 0; c < channels(); ++c) place[c] = pixel[c];
  }
};

// Written so that NaN is outside.
bool is_in(double at, int side) { return at >= 0 && at < side; }
bool is_in(std::int64_t at, int side) { return at >= 0 && at < side; }

// The sums of `step` from `start` on, one after the other.
class Steps {
 public:
  Steps(double start, double step) : at_(start), step_(step) {}
  double next() {
    const double now = at_;
    at_ += step_;
    return now;
  }

 private:
  double at_;
  double step_;
};

// Rows and columns keep apart.
template <typename W>
void scale_nearest(W work, const WarpMap& map) {
  const auto c = map.c;
  std::vector<int> columns;  // -1: outside
  Steps across(c[2] + c[0] * 0.5, c[0]);
  for (int x = 0; x < work.out.width; ++x) {
    const double from = across.next();
    columns.push_back(is_in(from, work.in.width) ? static_cast<int>(from) : -1);
  }
  Steps down(c[5] + c[4] * 0.5, c[4]);
  for (int y = 0; y < work.out.height; ++y) {
    const double from = down.next();
    if (!is_in(from, work.in.height)) continue;
    auto* to = work.row(y);
    for (const int column : columns) {
      if (column >= 0) work.copy(static_cast<int>(from), column, to);
      to += work.channels();
    }
  }
}

// Whether 16 bits hold the position that belongs to the corner (x, y) of the new picture.
bool fits_fixed(const std::array<double, 8>& c, double x, double y) {
  constexpr double kLimit = 32768.0;
  return std::abs(x * c[0] + y * c[1] + c[2]) < kLimit &&
         std::abs(x * c[3] + y * c[4] + c[5]) < kLimit;
}

bool fits_fixed(const std::array<double, 8>& c, Size size) {
  const double w = size.width;
  const double h = size.height;
  return fits_fixed(c, 0, 0) && fits_fixed(c, w, h) && fits_fixed(c, 0, h) && fits_fixed(c, w, 0);
}

constexpr int kFixedBits = 16;

std::int64_t to_fixed(double value) {
  return static_cast<std::int64_t>(std::floor(value * (1 << kFixedBits) + 0.5));
}

template <typename W>
void fixed_nearest(W work, const WarpMap& map) {
  const auto c = map.c;
  const std::int64_t x_right = to_fixed(c[0]);
  const std::int64_t y_right = to_fixed(c[3]);
  const std::int64_t x_down = to_fixed(c[1]);
  const std::int64_t y_down = to_fixed(c[4]);
  std::int64_t x_start = to_fixed(c[2] + c[0] * 0.5 + c[1] * 0.5);
  std::int64_t y_start = to_fixed(c[5] + c[3] * 0.5 + c[4] * 0.5);
  for (int y = 0; y < work.out.height; ++y, x_start += x_down, y_start += y_down) {
    std::int64_t from_x = x_start;
    std::int64_t from_y = y_start;
    auto* to = work.row(y);
    for (int x = 0; x < work.out.width; ++x, from_x += x_right, from_y += y_right) {
      const std::int64_t column = from_x >> kFixedBits;
      const std::int64_t row = from_y >> kFixedBits;
      if (is_in(column, work.in.width) && is_in(row, work.in.height)) {
        work.copy(static_cast<int>(row), static_cast<int>(column), to);
      }
      to += work.channels();
    }
  }
}

// Of pictures too large for fixed point.
template <typename W>
void summed_nearest(W work, const WarpMap& map) {
  const auto c = map.c;
  Steps x_down(c[2] + c[1] * 0.5 + c[0] * 0.5, c[1]);
  Steps y_down(c[5] + c[4] * 0.5 + c[3] * 0.5, c[4]);
  for (int y = 0; y < work.out.height; ++y) {
    Steps across(x_down.next(), c[0]);
    Steps down(y_down.next(), c[3]);
    auto* to = work.row(y);
    for (int x = 0; x < work.out.width; ++x) {
      const double column = across.next();
      const double row = down.next();
      if (is_in(column, work.in.width) && is_in(row, work.in.height)) {
        work.copy(static_cast<int>(row), static_cast<int>(column), to);
      }
      to += work.channels();
    }
  }
}

// Calls use(position, to) for every pixel of the new picture, in the order of memory.
template <typename W, typename Use>
void for_each_position(W work, const WarpMap& map, Use use) {
  const auto c = map.c;
  for (int y = 0; y < work.out.height; ++y) {
    const double v = y + 0.5;
    auto* to = work.row(y);
    for (int x = 0; x < work.out.width; ++x, to += work.channels()) {
      const double u = x + 0.5;
      const Position over = {c[0] * u + c[1] * v + c[2], c[3] * u + c[4] * v + c[5]};
      if (map.is_affine) {
        use(over, to);
      } else {
        const double w = c[6] * u + c[7] * v + 1;
        use(Position{over.x / w, over.y / w}, to);
      }
    }
  }
}

template <typename W>
void perspective_nearest(W work, const WarpMap& map) {
  for_each_position(work, map, [&](const Position& from, auto* to) {
    if (is_in(from.x, work.in.width) && is_in(from.y, work.in.height)) {
      work.copy(static_cast<int>(from.y), static_cast<int>(from.x), to);
    }
  });
}

// floor of x >= -1.
int floor_of(double x) { return x < 0 ? -1 : static_cast<int>(x); }

template <typename T>
double mixed(T a, T b, double part) {
  // Of 8 bits the difference is exact; of f32 it is one, as in Pillow.
  return a + (b - a) * part;
}

template <typename T, int kChannels>
void bilinear(Work<T, kChannels> work, const WarpMap& map) {
  const int last_row = work.in.height - 1;
  const int last_column = work.in.width - 1;
  for_each_position(work, map, [&](const Position& from, T* to) {
    if (!is_in(from.x, work.in.width) || !is_in(from.y, work.in.height)) return;
    const int x = floor_of(from.x - 0.5);
    const int y = floor_of(from.y - 0.5);
    const double right = from.x - 0.5 - x;
    const double down = from.y - 0.5 - y;
    const T* above = work.source(std::max(y, 0), 0);
    const T* below = work.source(std::min(y + 1, last_row), 0);
    const std::ptrdiff_t first = std::max(x, 0) * work.channels();
    const std::ptrdiff_t second = std::min(x + 1, last_column) * work.channels();
    for (std::ptrdiff_t c = 0; c < work.channels(); ++c) {
      const double over = mixed(above[first + c], above[second + c], right);
      const double under = mixed(below[first + c], below[second + c], right);
      to[c] = static_cast<T>(mixed(over, under, down));
    }
  });
}

template <typename T, int kChannels>
void make(Work<T, kChannels> work, const WarpMap& map, Interpolation interpolation) {
  if (interpolation == Interpolation::kBilinear) return bilinear(work, map);
  if (!map.is_affine) return perspective_nearest(work, map);
  if (map.c[1] == 0 && map.c[3] == 0) return scale_nearest(work, map);
  if (fits_fixed(map.c, work.out)) return fixed_nearest(work, map);
  summed_nearest(work, map);
}

template <typename T>
Raster<T> warped(const Raster<T>& in, const WarpMap& map, Size size, Interpolation interpolation,
                 const std::array<double, 3>& fill) {
  if (in.values().empty() || size.height < 1 || size.width < 1) {
    throw internal_error("warp of a picture of {}x{} to {}x{}", in.height(), in.width(),
                         size.height, size.width);
  }
  if (interpolation != Interpolation::kNearest && interpolation != Interpolation::kBilinear) {
    throw internal_error("a warp looks up the nearest pixel, or mixes four");
  }
  Raster<T> out = filled<T>(size, in.channels(), fill);
  const Work<T, 0> any = {
      in.values().data(), out.values().data(), {in.height(), in.width()}, size, in.channels()};
  if (in.channels() == 3) {
    make(Work<T, 3>{any.from, any.to, any.in, any.out, 3}, map, interpolation);
  } else if (in.channels() == 1) {
    make(Work<T, 1>{any.from, any.to, any.in, any.out, 1}, map, interpolation);
  } else {
    make(any, map, interpolation);
  }
  return out;
}

}  // namespace

ImageU8 warp(const ImageU8& in, const WarpMap& map, Size size, Interpolation interpolation,
             const std::array<double, 3>& fill) {
  return warped(in, map, size, interpolation, fill);
}

ImageF32 warp(const ImageF32& in, const WarpMap& map, Size size, Interpolation interpolation,
              const std::array<double, 3>& fill) {
  return warped(in, map, size, interpolation, fill);
}

Image warp(const Image& in, const WarpMap& map, Size size, Interpolation interpolation,
           const std::array<double, 3>& fill) {
  return std::visit(
      [&](const auto& raster) -> Image { return warped(raster, map, size, interpolation, fill); },
      in);
}

}  // namespace epochmill::image
