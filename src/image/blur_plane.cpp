#include "image/blur_plane.hpp"

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "image/gaussian_weights.hpp"
#include "image/mirrored_place.hpp"
#include "image/weighted_rows.hpp"

namespace epochmill::image {
namespace {

void blur_across(ImageF32& plane, const std::vector<float>& weights) {
  const int radius = static_cast<int>(weights.size()) / 2;
  std::vector<float> line(static_cast<std::size_t>(plane.width() + 2 * radius));
  std::vector<const float*> shifted;
  for (std::size_t t = 0; t < weights.size(); ++t) shifted.push_back(line.data() + t);
  for (int y = 0; y < plane.height(); ++y) {
    float* const row = plane.row(y);
    for (int i = 1; i <= radius; ++i) {
      line[static_cast<std::size_t>(radius - i)] = row[mirrored_place(-i, plane.width())];
      line[static_cast<std::size_t>(radius + plane.width() - 1 + i)] =
          row[mirrored_place(plane.width() - 1 + i, plane.width())];
    }
    std::copy_n(row, plane.width(), line.begin() + radius);
    add_weighted_rows(shifted, weights, {row, plane.row_values()});
  }
}

void blur_down(ImageF32& plane, const std::vector<float>& weights) {
  const int radius = static_cast<int>(weights.size()) / 2;
  const ImageF32 in = plane;
  std::vector<const float*> rows(weights.size());
  for (int y = 0; y < plane.height(); ++y) {
    for (std::size_t t = 0; t < rows.size(); ++t) {
      rows[t] = in.row(mirrored_place(y - radius + static_cast<int>(t), plane.height()));
    }
    add_weighted_rows(rows, weights, {plane.row(y), plane.row_values()});
  }
}

}  // namespace

void blur_plane(ImageF32& plane, int side, double sigma_x, double sigma_y, float factor) {
  const bool has_border = side / 2 < plane.height() && side / 2 < plane.width();
  if (side < 1 || side % 2 == 0 || !has_border || plane.channels() != 1) {
    throw internal_error("blur_plane: {} weights for a plane of {}x{}", side, plane.height(),
                         plane.width());
  }
  blur_across(plane, gaussian_weights(side, sigma_x));
  blur_down(plane, gaussian_weights(side, sigma_y));
  for (float& value : plane.values()) value *= factor;
}

}  // namespace epochmill::image
