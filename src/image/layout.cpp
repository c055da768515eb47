#include "image/layout.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>
#include <vector>

#include "image/fill_value.hpp"
#include "image/mirror_vectors.hpp"

namespace epochmill::image {
namespace {

Size size_of(const auto& raster) { return {raster.height(), raster.width()}; }

template <typename T>
Raster<T> cropped(const Raster<T>& in, const Box& box) {
  if (!is_inside(box, size_of(in))) {
    throw internal_error("crop: box {}x{} at ({}, {}) is not inside a {}x{} picture", box.height,
                         box.width, box.top, box.left, in.height(), in.width());
  }
  Raster<T> out(box.height, box.width, in.channels(), Unfilled{});
  for (int y = 0; y < box.height; ++y) {
    std::copy_n(in.pixel(box.top + y, box.left), out.row_values(), out.row(y));
  }
  return out;
}

void require_border(const Padding& padding, PaddingMode mode, Size size) {
  const auto [least, most] =
      std::minmax({padding.left, padding.top, padding.right, padding.bottom});
  if (least < 0) throw input_error("pad: a border of {} pixels: borders must be at least 0", least);
  if (mode == PaddingMode::kConstant || mode == PaddingMode::kEdge) return;
  const bool repeats_edge = mode == PaddingMode::kSymmetric;
  const int across = repeats_edge ? size.width : size.width - 1;
  const int down = repeats_edge ? size.height : size.height - 1;
  if (std::max(padding.left, padding.right) <= across &&
      std::max(padding.top, padding.bottom) <= down) {
    return;
  }
  throw input_error(
      "pad: borders of {}, {}, {}, {} pixels (left, top, right, bottom) are more than a {}x{} "
      "picture can mirror, which is {} across and {} down; use smaller borders, or the mode `edge` "
      "or `constant`",
      padding.left, padding.top, padding.right, padding.bottom, size.height, size.width, across,
      down);
}

// For each place of a padded line the place that it repeats.
std::vector<int> padded_line(int before, int size, int after, PaddingMode mode) {
  std::vector<int> places;
  for (int i = -before; i < size + after; ++i) {
    int place = i;
    if (mode == PaddingMode::kReflect) place = i < 0 ? -i : i < size ? i : 2 * (size - 1) - i;
    if (mode == PaddingMode::kSymmetric) place = i < 0 ? -1 - i : i < size ? i : 2 * size - 1 - i;
    places.push_back(std::clamp(place, 0, size - 1));
  }
  return places;
}

template <typename T>
void fill_and_place(const Raster<T>& in, const Padding& padding, const std::array<double, 3>& fill,
                    Raster<T>& out) {
  const std::vector<T> line = fill_line<T>(fill, out.channels(), out.width());
  const auto border = [&](int y, int left, int width) {
    std::copy_n(line.begin(), width * out.channels(), out.pixel(y, left));
  };
  for (int y = 0; y < out.height(); ++y) {
    const int from = y - padding.top;
    if (from < 0 || from >= in.height()) {
      border(y, 0, out.width());
      continue;
    }
    border(y, 0, padding.left);
    std::copy_n(in.row(from), in.row_values(), out.pixel(y, padding.left));
    border(y, padding.left + in.width(), padding.right);
  }
}

template <typename T>
void repeat_inside(const Raster<T>& in, const Padding& padding, PaddingMode mode, Raster<T>& out) {
  const std::vector<int> rows = padded_line(padding.top, in.height(), padding.bottom, mode);
  const std::vector<int> columns = padded_line(padding.left, in.width(), padding.right, mode);
  for (int y = 0; y < out.height(); ++y) {
    const int from = rows[static_cast<std::size_t>(y)];
    T* to = out.row(y);
    for (const int x : columns) to = std::copy_n(in.pixel(from, x), in.channels(), to);
  }
}

template <typename T>
Raster<T> padded(const Raster<T>& in, const Padding& padding, PaddingMode mode,
                 const std::array<double, 3>& fill) {
  require_border(padding, mode, size_of(in));
  const bool is_one_color = fill[0] == fill[1] && fill[0] == fill[2];
  if (in.values().empty() || (in.channels() != 3 && !is_one_color)) {
    throw internal_error("pad: a picture of {}x{}x{}", in.height(), in.width(), in.channels());
  }
  const int height = checked_add(checked_add(padding.top, in.height()), padding.bottom);
  const int width = checked_add(checked_add(padding.left, in.width()), padding.right);
  Raster<T> out(height, width, in.channels(), Unfilled{});
  if (mode == PaddingMode::kConstant) {
    fill_and_place(in, padding, fill, out);
  } else {
    repeat_inside(in, padding, mode, out);
  }
  return out;
}

// A way through a picture that is as long as the way through a new one: where it starts, and how
// many pixels a step to the right and a step down in the new picture are in the old one.
struct Walk {
  Size size;
  std::ptrdiff_t start;
  std::ptrdiff_t right;
  std::ptrdiff_t down;
};

// `kChannels` of 0: as many as the picture has.
template <int kChannels, typename T>
void walk_pixels(const Raster<T>& in, const Walk& walk, Raster<T>& out) {
  const std::ptrdiff_t channels = kChannels > 0 ? kChannels : in.channels();
  T* to = out.values().data();
  for (int y = 0; y < walk.size.height; ++y) {
    const T* from = in.values().data() + (walk.start + y * walk.down) * channels;
    for (int x = 0; x < walk.size.width; ++x, from += walk.right * channels) {
      for (std::ptrdiff_t c = 0; c < channels; ++c) *to++ = from[c];
    }
  }
}

template <typename T>
Raster<T> walked(const Raster<T>& in, const Walk& walk) {
  Raster<T> out(walk.size.height, walk.size.width, in.channels(), Unfilled{});
  if (in.channels() == 3) {
    walk_pixels<3>(in, walk, out);
  } else {
    walk_pixels<0>(in, walk, out);
  }
  return out;
}

}  // namespace

Image crop(const Image& in, const Box& box) {
  return std::visit([&](const auto& raster) -> Image { return cropped(raster, box); }, in);
}

Image pad(const Image& in, const Padding& padding, PaddingMode mode,
          const std::array<double, 3>& fill) {
  return std::visit(
      [&](const auto& raster) -> Image { return padded(raster, padding, mode, fill); }, in);
}

Image flip_horizontal(const Image& in) {
  return std::visit(
      [](const auto& raster) -> Image {
        if constexpr (std::is_same_v<std::decay_t<decltype(raster)>, ImageU8>) {
          ImageU8 out(raster.height(), raster.width(), raster.channels(), Unfilled{});
          if (mirror_by_vectors(raster, out)) return out;
        }
        const std::ptrdiff_t width = raster.width();
        return walked(raster, {size_of(raster), width - 1, -1, width});
      },
      in);
}

Image flip_vertical(const Image& in) {
  return std::visit(
      [](const auto& raster) -> Image {
        auto out = raster;
        for (int y = 0; y < out.height(); ++y) {
          std::copy_n(raster.row(raster.height() - 1 - y), raster.row_values(), out.row(y));
        }
        return out;
      },
      in);
}

ImageU8 orient(ImageU8 in, int orientation) {
  const Size upright = size_of(in);
  const Size turned{upright.width, upright.height};
  const std::ptrdiff_t width = in.width();
  const std::ptrdiff_t right_edge = width - 1;
  const std::ptrdiff_t last_row = (in.height() - 1) * width;
  switch (orientation) {
    case 2:  // mirrored left to right
      return walked(in, {upright, right_edge, -1, width});
    case 3:  // half a turn
      return walked(in, {upright, last_row + right_edge, -1, -width});
    case 4:  // mirrored top to bottom
      return walked(in, {upright, last_row, 1, -width});
    case 5:  // transposed
      return walked(in, {turned, 0, width, 1});
    case 6:  // to be turned clockwise
      return walked(in, {turned, last_row, -width, 1});
    case 7:  // transposed along the other diagonal
      return walked(in, {turned, last_row + right_edge, -width, -1});
    case 8:  // to be turned anticlockwise
      return walked(in, {turned, right_edge, width, -1});
    default:
      return in;
  }
}

}  // namespace epochmill::image
