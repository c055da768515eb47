#include "image/image.hpp"

namespace epochmill::image {

std::size_t size_bytes(PixelType type) { return type == PixelType::kU8 ? 1 : 4; }

const char* name_of(PixelType type) { return type == PixelType::kU8 ? "u8" : "f32"; }

std::size_t Shape::size_bytes() const {
  const std::size_t pixels =
      checked_mul(checked_cast<std::size_t>(height), checked_cast<std::size_t>(width));
  const std::size_t values = checked_mul(pixels, checked_cast<std::size_t>(channels));
  return checked_mul(values, image::size_bytes(type));
}

Shape shape_of(const Image& image) {
  return std::visit(
      [](const auto& raster) {
        using Value = typename std::decay_t<decltype(raster)>::Value;
        const auto type = std::is_same_v<Value, float> ? PixelType::kF32 : PixelType::kU8;
        return Shape{raster.height(), raster.width(), raster.channels(), type};
      },
      image);
}

ByteView pixel_bytes(const Image& image) {
  return std::visit([](const auto& raster) { return as_bytes(raster.values()); }, image);
}

}  // namespace epochmill::image
