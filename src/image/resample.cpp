#include "image/resample.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "image/resample_vectors.hpp"
#include "image/resample_weights.hpp"

namespace epochmill::image {
namespace {

// How an output value is summed and rounded. 8-bit values of a triangle need no clamp: the rounded
// weights are not negative and sum to at most 2^22 + taps / 2, and kMostShrinking keeps 255 times
// that from rounding to 256.
struct FixedPoint {
  using Value = std::uint8_t;
  using Weight = std::uint32_t;
  static constexpr Weight kStart = 1U << (kWeightBits - 1);
  static constexpr bool kIsClamped = false;
  static Value rounded(Weight sum) { return static_cast<Value>(sum >> kWeightBits); }
  static TapWeights<Weight> weights(const Filter& filter, int in_size, int out_size) {
    return fixed_point(filter_weights(filter, in_size, out_size));
  }
};

// Filters with negative weights: sums are in two's complement, and may pass both ends.
struct ClampedFixedPoint : FixedPoint {
  static constexpr bool kIsClamped = true;
  static Value rounded(Weight sum) {
    return static_cast<Value>(std::clamp(static_cast<std::int32_t>(sum) >> kWeightBits, 0, 255));
  }
};

struct FloatingPoint {
  using Value = float;
  using Weight = double;
  static constexpr Weight kStart = 0.0;
  static Value rounded(Weight sum) { return static_cast<Value>(sum); }
  static TapWeights<Weight> weights(const Filter& filter, int in_size, int out_size) {
    return filter_weights(filter, in_size, out_size);
  }
};

constexpr int kMostShrinking = 8000;

template <typename Arithmetic>
using Weights = TapWeights<typename Arithmetic::Weight>;

// One row resized from `in` to `out`, of pixels of more or fewer than 1 or 3 channels. The sums are
// those of resize_row.
template <typename Arithmetic>
void resize_row_of(int channels, const typename Arithmetic::Value* in,
                   const Weights<Arithmetic>& across, typename Arithmetic::Value* out) {
  for (std::size_t x = 0; x < across.first.size(); ++x) {
    const auto* const weight = across.weight(x);
    const auto* const pixel = in + static_cast<std::ptrdiff_t>(across.first[x]) * channels;
    for (std::ptrdiff_t c = 0; c < channels; ++c) {
      auto sum = Arithmetic::kStart;
      for (std::ptrdiff_t t = 0; t < across.taps; ++t) sum += weight[t] * pixel[t * channels + c];
      *out++ = Arithmetic::rounded(sum);
    }
  }
}

// The same, `kChannels` values per pixel.
template <typename Arithmetic, int kChannels>
void resize_row(const typename Arithmetic::Value* in, const Weights<Arithmetic>& across,
                typename Arithmetic::Value* out) {
  using Weight = typename Arithmetic::Weight;
  for (std::size_t x = 0; x < across.first.size(); ++x) {
    const Weight* const weight = across.weight(x);
    const auto* pixel = in + static_cast<std::ptrdiff_t>(across.first[x]) * kChannels;
    Weight sums[kChannels];
    for (Weight& sum : sums) sum = Arithmetic::kStart;
    for (int t = 0; t < across.taps; ++t, pixel += kChannels) {
      for (int c = 0; c < kChannels; ++c) sums[c] += weight[t] * pixel[c];
    }
    for (const Weight sum : sums) *out++ = Arithmetic::rounded(sum);
  }
}

// The weighted sum of `rows`, value by value, in blocks small enough for the sums to stay in the
// nearest cache.
template <typename Arithmetic>
void blend_rows(const std::vector<const typename Arithmetic::Value*>& rows,
                const typename Arithmetic::Weight* weights, std::size_t row_values,
                typename Arithmetic::Value* out) {
  constexpr std::size_t kBlock = 64;
  for (std::size_t begin = 0; begin < row_values; begin += kBlock) {
    const std::size_t count = std::min(kBlock, row_values - begin);
    typename Arithmetic::Weight sums[kBlock];
    std::fill_n(sums, count, Arithmetic::kStart);
    for (std::size_t t = 0; t < rows.size(); ++t) {
      const auto* const row = rows[t] + begin;
      const auto weight = weights[t];
      for (std::size_t i = 0; i < count; ++i) sums[i] += weight * row[i];
    }
    for (std::size_t i = 0; i < count; ++i) out[begin + i] = Arithmetic::rounded(sums[i]);
  }
}

void require_moderate(int in_size, int out_size) {
  if (in_size <= static_cast<std::int64_t>(out_size) * kMostShrinking) return;
  throw input_error("resize: {} pixels cannot be shrunk to {}; the most is {} to 1", in_size,
                    out_size, kMostShrinking);
}

// `kChannels` of 0: as many as the picture has.
template <typename Arithmetic, int kChannels>
Raster<typename Arithmetic::Value> resize_filtered(const Raster<typename Arithmetic::Value>& in,
                                                   const Box& box, Size size,
                                                   const Filter& filter) {
  using Value = typename Arithmetic::Value;
  require_moderate(box.width, size.width);
  require_moderate(box.height, size.height);
  const Weights<Arithmetic> across = Arithmetic::weights(filter, box.width, size.width);
  const Weights<Arithmetic> down = Arithmetic::weights(filter, box.height, size.height);
  Raster<Value> out(size.height, size.width, in.channels(), Unfilled{});
  if constexpr (std::is_same_v<Value, std::uint8_t>) {
    if (resize_by_vectors(in, box, across, down, Arithmetic::kIsClamped, out)) return out;
  }
  // Row y of the box, resized, stays in row y mod taps until the window has passed it.
  Raster<Value> ring(down.taps, size.width, in.channels());
  std::vector<const Value*> window(static_cast<std::size_t>(down.taps));
  int ready = 0;
  for (int y = 0; y < size.height; ++y) {
    const int first = down.first[static_cast<std::size_t>(y)];
    for (; ready < first + down.taps; ++ready) {
      const Value* const from = in.pixel(box.top + ready, box.left);
      Value* const to = ring.row(ready % down.taps);
      if constexpr (kChannels == 0) {
        resize_row_of<Arithmetic>(in.channels(), from, across, to);
      } else {
        resize_row<Arithmetic, kChannels>(from, across, to);
      }
    }
    for (int t = 0; t < down.taps; ++t) {
      window[static_cast<std::size_t>(t)] = ring.row((first + t) % down.taps);
    }
    blend_rows<Arithmetic>(window, down.weight(static_cast<std::size_t>(y)), out.row_values(),
                           out.row(y));
  }
  return out;
}

// For each output place, the input place under its centre. The places are stepped to by repeated
// addition, because Pillow does so, and its rounding errors decide between neighbours.
std::vector<int> nearest_places(int in_size, int out_size) {
  const double step = static_cast<double>(in_size) / out_size;
  double place = step * 0.5;
  std::vector<int> places(static_cast<std::size_t>(out_size));
  for (int& nearest : places) {
    nearest = static_cast<int>(place);
    place += step;
  }
  return places;
}

// The pixels at `columns`, which never decrease, of a row of `width` pixels. `kChannels` of 0: as
// many as there are.
template <int kChannels, typename T>
void pick_pixels(const T* row, const std::vector<int>& columns, int width, int channels, T* to) {
  const std::ptrdiff_t step = kChannels > 0 ? kChannels : channels;
  auto column = columns.begin();
  if constexpr (kChannels == 3 && sizeof(T) == 1) {
    // Four bytes at a time, the last of which the next pixel overwrites: not at the end of the row.
    for (; columns.end() - column > 1 && *column < width - 1; ++column, to += 3) {
      std::memcpy(to, row + *column * step, 4);
    }
  }
  for (; column != columns.end(); ++column, to += step) {
    const T* const pixel = row + *column * step;
    for (std::ptrdiff_t c = 0; c < step; ++c) to[c] = pixel[c];
  }
}

template <typename T>
void pick_pixels(const T* row, const std::vector<int>& columns, int width, int channels, T* to) {
  if (channels == 3) return pick_pixels<3>(row, columns, width, channels, to);
  if (channels == 1) return pick_pixels<1>(row, columns, width, channels, to);
  pick_pixels<0>(row, columns, width, channels, to);
}

template <typename T>
Raster<T> resize_nearest(const Raster<T>& in, const Box& box, Size size) {
  const std::vector<int> columns = nearest_places(box.width, size.width);
  const std::vector<int> rows = nearest_places(box.height, size.height);
  Raster<T> out(size.height, size.width, in.channels(), Unfilled{});
  for (int y = 0; y < size.height; ++y) {
    const int from = rows[static_cast<std::size_t>(y)];
    if (y > 0 && from == rows[static_cast<std::size_t>(y) - 1]) {
      std::copy_n(out.row(y - 1), out.row_values(), out.row(y));
    } else {
      pick_pixels(in.pixel(box.top + from, box.left), columns, box.width, in.channels(),
                  out.row(y));
    }
  }
  return out;
}

const Filter& filter_of(Interpolation interpolation) {
  switch (interpolation) {
    case Interpolation::kBicubic:
      return kCubicFilter;
    case Interpolation::kLanczos:
      return kLanczosFilter;
    case Interpolation::kBilinearAliased:
      return kNarrowTriangleFilter;
    default:
      return kTriangleFilter;
  }
}

template <typename Arithmetic>
Raster<typename Arithmetic::Value> resize_with(const Raster<typename Arithmetic::Value>& in,
                                               const Box& box, Size size,
                                               Interpolation interpolation) {
  if (!is_inside(box, {in.height(), in.width()}) || size.height < 1 || size.width < 1) {
    throw internal_error("resize: box {}x{} at ({}, {}) of a {}x{} picture to {}x{}", box.height,
                         box.width, box.top, box.left, in.height(), in.width(), size.height,
                         size.width);
  }
  if (interpolation == Interpolation::kNearest) return resize_nearest(in, box, size);
  const Filter& filter = filter_of(interpolation);
  switch (in.channels()) {
    case 1:
      return resize_filtered<Arithmetic, 1>(in, box, size, filter);
    case 3:
      return resize_filtered<Arithmetic, 3>(in, box, size, filter);
    default:
      if constexpr (std::is_same_v<typename Arithmetic::Value, float>) {
        return resize_filtered<Arithmetic, 0>(in, box, size, filter);
      }
      throw internal_error("resize: 8-bit pixels have 1 or 3 channels, these have {}",
                           in.channels());
  }
}

}  // namespace

ImageU8 resize(const ImageU8& in, const Box& box, Size size, Interpolation interpolation) {
  const bool is_clamped =
      interpolation == Interpolation::kBicubic || interpolation == Interpolation::kLanczos;
  return is_clamped ? resize_with<ClampedFixedPoint>(in, box, size, interpolation)
                    : resize_with<FixedPoint>(in, box, size, interpolation);
}

ImageF32 resize(const ImageF32& in, const Box& box, Size size, Interpolation interpolation) {
  return resize_with<FloatingPoint>(in, box, size, interpolation);
}

}  // namespace epochmill::image
