#include "image/grid_mean.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "image/map_product.hpp"
#include "image/warp.hpp"

namespace epochmill::image {
namespace {

// Few rows at a time, so that the places stay in the cache.
constexpr int kStrip = 16;

// Means of `count` values from their sum. Of 8 bits exactly floor((sum + count / 2) / count): the
// factor is too large by less than count / 2^32 of itself, and sums are at most 255 count + count /
// 2, with a count of at most 32 x 32.
class Mean {
 public:
  explicit Mean(int count)
      : half_(static_cast<std::uint64_t>(count) / 2),
        factor_(((std::uint64_t{1} << kBits) + static_cast<std::uint64_t>(count) - 1) /
                static_cast<std::uint64_t>(count)),
        count_(count) {}
  std::uint8_t of(std::uint32_t sum) const {
    return static_cast<std::uint8_t>(((sum + half_) * factor_) >> kBits);
  }
  float of(double sum) const { return static_cast<float>(sum / count_); }

 private:
  static constexpr int kBits = 32;
  std::uint64_t half_;
  std::uint64_t factor_;
  int count_;
};

template <typename T>
using Sum = std::conditional_t<std::is_same_v<T, float>, double, std::uint32_t>;

template <typename T>
void average_rows(const Raster<T>& fine, int first, Size grid, const Mean& mean,
                  std::vector<Sum<T>>& sums, T* out) {
  std::fill(sums.begin(), sums.end(), Sum<T>{0});
  for (int i = 0; i < grid.height; ++i) {
    const T* const row = fine.row(first + i);
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += row[k];
  }
  const int channels = fine.channels();
  const Sum<T>* place = sums.data();
  for (int x = 0; x < fine.width() / grid.width; ++x, place += channels * grid.width) {
    for (int c = 0; c < channels; ++c) {
      Sum<T> sum{0};
      for (int i = 0; i < grid.width; ++i) sum += place[i * channels + c];
      *out++ = mean.of(sum);
    }
  }
}

template <typename T>
Raster<T> mean_of(const Raster<T>& in, const WarpMap& map, Size size, Size wanted,
                  const std::array<double, 3>& fill) {
  const Size grid = {std::clamp(wanted.height, 1, kMostPlaces),
                     std::clamp(wanted.width, 1, kMostPlaces)};
  if (grid == Size{1, 1}) {
    return warp(in, map, size, Interpolation::kBilinear, fill, Rounding::kHalfUp);
  }
  Raster<T> out(size.height, size.width, in.channels(), Unfilled{});
  const Mean mean(grid.height * grid.width);
  std::vector<Sum<T>> sums(out.row_values() * static_cast<std::size_t>(grid.width));
  for (int top = 0; top < size.height; top += kStrip) {
    const int rows = std::min(kStrip, size.height - top);
    const WarpMap strip =
        scale_and_move({1.0 / grid.width, 1.0 / grid.height}, {0, static_cast<double>(top)});
    const Raster<T> fine =
        warp(in, product(map, strip).value(), {rows * grid.height, size.width * grid.width},
             Interpolation::kBilinear, fill, Rounding::kHalfUp);
    for (int y = 0; y < rows; ++y) {
      average_rows(fine, y * grid.height, grid, mean, sums, out.row(top + y));
    }
  }
  return out;
}

}  // namespace

ImageU8 mean_of_grid(const ImageU8& in, const WarpMap& map, Size size, Size grid,
                     const std::array<double, 3>& fill) {
  return mean_of(in, map, size, grid, fill);
}

ImageF32 mean_of_grid(const ImageF32& in, const WarpMap& map, Size size, Size grid,
                      const std::array<double, 3>& fill) {
  return mean_of(in, map, size, grid, fill);
}

}  // namespace epochmill::image
