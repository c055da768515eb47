#include "image/channels.hpp"

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "image/channel_vectors.hpp"

namespace epochmill::image {
namespace {

void require_permutation(std::span<const int> order, int channels) {
  std::vector<int> sorted(order.begin(), order.end());
  std::sort(sorted.begin(), sorted.end());
  bool is_good = std::ssize(order) == channels;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    is_good = is_good && sorted[i] == static_cast<int>(i);
  }
  if (!is_good)
    throw internal_error("no order of {} channels: {}", channels, fmt::join(order, " "));
}

template <typename T>
void permute(Raster<T>& image, std::span<const int> order) {
  std::vector<T> pixel(order.size());
  auto& values = image.values();
  for (std::size_t i = 0; i < values.size(); i += order.size()) {
    std::copy_n(&values[i], order.size(), pixel.begin());
    for (std::size_t c = 0; c < order.size(); ++c) {
      values[i + c] = pixel[static_cast<std::size_t>(order[c])];
    }
  }
}

}  // namespace

void permute_channels(Image& image, std::span<const int> order) {
  require_permutation(order, shape_of(image).channels);
  if (std::is_sorted(order.begin(), order.end())) return;
  if (auto* const bytes = std::get_if<ImageU8>(&image)) {
    if (permute_channels_by_vectors(*bytes, order)) return;
  }
  std::visit([&](auto& raster) { permute(raster, order); }, image);
}

}  // namespace epochmill::image
