#include "ops/limits.hpp"

#include "base/error.hpp"

namespace epochmill::ops {

image::Size checked_size(std::int64_t height, std::int64_t width) {
  // The sides come first: their product cannot overflow after that.
  if (height > kMaxSide || width > kMaxSide || height * width > kMaxPixels) {
    throw input_error(
        "the picture would become {}x{} (height x width); at most {} pixels a side and {} in all "
        "are "
        "possible: choose a smaller size",
        height, width, kMaxSide, kMaxPixels);
  }
  return {static_cast<int>(height), static_cast<int>(width)};
}

}  // namespace epochmill::ops
