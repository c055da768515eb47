#include "image/part_resize.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "image/fill_value.hpp"
#include "image/layout.hpp"
#include "image/resample.hpp"
#include "image/resample_weights.hpp"

namespace epochmill::image {
namespace {

// One direction: new place i begins at `start` + i `scale`, scale > 0, in the old picture.
struct Direction {
  double start;
  double scale;
  bool is_mirrored;
};

Direction direction_of(double scale, double start, int size) {
  if (scale < 0) return {start + scale * size, -scale, true};
  return {start, scale, false};
}

// The new places whose middles lie in [0, side), in [0, size).
struct Places {
  int begin;
  int end;
};

Places inside(const Direction& line, int side, int size) {
  const auto middle = [&](int i) { return line.start + (i + 0.5) * line.scale; };
  // Within one of the ends; the middles themselves decide.
  const auto guess = [&](double at) {
    const double place = (at - line.start) / line.scale - 0.5;
    return static_cast<int>(std::clamp(place, -1.0, static_cast<double>(size)));
  };
  int begin = std::clamp(guess(0) - 1, 0, size);
  while (begin < size && middle(begin) < 0) ++begin;
  int end = std::clamp(guess(side) + 2, begin, size);
  while (end > begin && middle(end - 1) >= side) --end;
  return {begin, end};
}

// The columns or rows that one direction's weights need, in [first, first + count).
TapWeights<double> weights_of(const Direction& line, const Places& span, int first, int count) {
  if (line.scale > kMostShrinking) {
    throw input_error("resize: {:.0f} pixels cannot be shrunk to 1; the most is {} to 1",
                      line.scale, kMostShrinking);
  }
  return filter_weights(kTriangleFilter, line.start + span.begin * line.scale - first, line.scale,
                        count, span.end - span.begin);
}

template <typename T>
Raster<T> resized(const Raster<T>& in, const Box& box, const WarpMap& map, Size size,
                  const std::array<double, 3>& fill) {
  const Direction across = direction_of(map.c[0], map.c[2], size.width);
  const Direction down = direction_of(map.c[4], map.c[5], size.height);
  const Places columns = inside(across, in.width(), size.width);
  const Places rows = inside(down, in.height(), size.height);
  if (columns.begin == columns.end || rows.begin == rows.end) {
    Raster<T> empty(size.height, size.width, in.channels(), Unfilled{});
    fill_all(empty, fill);
    return empty;
  }
  const Padding border = {columns.begin, rows.begin, size.width - columns.end,
                          size.height - rows.end};
  Image out = resample(in, box, weights_of(across, columns, box.left, box.width),
                       weights_of(down, rows, box.top, box.height));
  if (border.left + border.right + border.top + border.bottom > 0) {
    out = pad(out, border, PaddingMode::kConstant, fill);
  }
  if (across.is_mirrored) out = flip_horizontal(out);
  if (down.is_mirrored) out = flip_vertical(out);
  return std::get<Raster<T>>(std::move(out));
}

}  // namespace

ImageU8 resize_part(const ImageU8& in, const Box& box, const WarpMap& map, Size size,
                    const std::array<double, 3>& fill) {
  return resized(in, box, map, size, fill);
}

ImageF32 resize_part(const ImageF32& in, const Box& box, const WarpMap& map, Size size,
                     const std::array<double, 3>& fill) {
  return resized(in, box, map, size, fill);
}

}  // namespace epochmill::image
