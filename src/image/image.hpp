// A picture: rows of pixels, channels interleaved, no padding between rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <variant>
#include <vector>

#include "base/bytes.hpp"
#include "base/checked.hpp"

namespace epochmill::image {

enum class PixelType : std::uint8_t { kU8, kF32 };

std::size_t size_bytes(PixelType type);
// "u8" or "f32".
const char* name_of(PixelType type);

// What a picture is before its pixels are known. A side of 0 means "not known until the picture is
// read".
struct Shape {
  int height = 0;
  int width = 0;
  int channels = 3;
  PixelType type = PixelType::kU8;

  bool operator==(const Shape&) const = default;
  bool is_known() const { return height > 0 && width > 0; }
  // Throws `internal` when the product overflows.
  std::size_t size_bytes() const;
};

// A vector whose new values are zero when that is said, and otherwise whatever the memory held:
// filling a photo's pixels with zeros before they are decoded costs a thirtieth of decoding it.
template <typename T>
struct UnfilledAllocator : std::allocator<T> {
  template <typename U>
  struct rebind {
    using other = UnfilledAllocator<U>;
  };
  template <typename U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <typename U, typename... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
};

// Says of a new raster that whoever makes it writes all its values.
struct Unfilled {};

// Owns [height, width, channels] values of T. Copies are deep; a moved-from raster is empty.
template <typename T>
class Raster {
 public:
  using Value = T;
  using Values = std::vector<T, UnfilledAllocator<T>>;

  Raster() = default;
  // Values are zero.
  Raster(int height, int width, int channels)
      : height_(height),
        width_(width),
        channels_(channels),
        values_(count(height, width, channels), T{}) {}
  Raster(int height, int width, int channels, Unfilled)
      : height_(height),
        width_(width),
        channels_(channels),
        values_(count(height, width, channels)) {}

  int height() const { return height_; }
  int width() const { return width_; }
  int channels() const { return channels_; }
  std::size_t row_values() const {
    return static_cast<std::size_t>(width_) * static_cast<std::size_t>(channels_);
  }
  T* row(int y) { return values_.data() + static_cast<std::size_t>(y) * row_values(); }
  const T* row(int y) const { return values_.data() + static_cast<std::size_t>(y) * row_values(); }
  T* pixel(int y, int x) {
    return row(y) + static_cast<std::size_t>(x) * static_cast<std::size_t>(channels_);
  }
  const T* pixel(int y, int x) const {
    return row(y) + static_cast<std::size_t>(x) * static_cast<std::size_t>(channels_);
  }
  Values& values() { return values_; }
  const Values& values() const { return values_; }
  bool operator==(const Raster&) const = default;

 private:
  static std::size_t count(int height, int width, int channels) {
    const auto pixels =
        checked_mul(checked_cast<std::size_t>(height), checked_cast<std::size_t>(width));
    return checked_mul(pixels, checked_cast<std::size_t>(channels));
  }

  int height_ = 0;
  int width_ = 0;
  int channels_ = 0;
  Values values_;
};

using ImageU8 = Raster<std::uint8_t>;
using ImageF32 = Raster<float>;
using Image = std::variant<ImageU8, ImageF32>;

Shape shape_of(const Image& image);
ByteView pixel_bytes(const Image& image);

}  // namespace epochmill::image
