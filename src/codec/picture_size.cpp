#include "codec/picture_size.hpp"

#include <limits>

#include "base/error.hpp"

namespace epochmill::codec {

image::Size checked_size(std::uint64_t width, std::uint64_t height, const DecodeOptions& options) {
  if (width == 0 || height == 0) {
    throw input_error("the header says {} x {} pixels; both sides must be at least 1", width,
                      height);
  }
  constexpr std::uint64_t kMaxSide = std::numeric_limits<int>::max();
  if (width > kMaxSide || height > kMaxSide || width > options.max_pixels / height) {
    throw input_error(
        "the header says {} x {} pixels, more than max_pixels = {}; raise max_pixels if the "
        "picture is real",
        width, height, options.max_pixels);
  }
  return {static_cast<int>(height), static_cast<int>(width)};
}

image::Size oriented_size(image::Size stored, int orientation) {
  if (orientation < 5 || orientation > 8) return stored;
  return {stored.width, stored.height};
}

}  // namespace epochmill::codec
