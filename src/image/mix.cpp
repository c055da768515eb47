#include "image/mix.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

#include "base/error.hpp"
#include "image/mix_vectors.hpp"

namespace epochmill::image {
namespace {

void mix_values(ImageU8& own, const ImageU8& partner, float weight) {
  mix_levels(own.values(), partner.values(), weight);
}

void mix_values(ImageF32& own, const ImageF32& partner, float weight) {
  const float partner_weight = 1.0F - weight;
  float* const to = own.values().data();
  const float* const from = partner.values().data();
  const std::size_t count = own.values().size();
  for (std::size_t i = 0; i < count; ++i) to[i] = from[i] * partner_weight + to[i] * weight;
}

template <typename T>
void copy_rows(const Raster<T>& from, const Box& box, Raster<T>& to, int top, int left) {
  const auto values =
      static_cast<std::size_t>(box.width) * static_cast<std::size_t>(from.channels());
  for (int y = 0; y < box.height; ++y) {
    std::copy_n(from.pixel(box.top + y, box.left), values, to.pixel(top + y, left));
  }
}

template <typename T>
Raster<T> solid_raster(const Shape& shape, const std::array<double, 3>& fill) {
  Raster<T> out(shape.height, shape.width, shape.channels, Unfilled{});
  if (fill[0] == fill[1] && fill[0] == fill[2]) {
    std::fill(out.values().begin(), out.values().end(), static_cast<T>(fill[0]));
    return out;
  }
  if (shape.channels != 3) throw internal_error("three colours for {} channels", shape.channels);
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) {
      for (std::size_t c = 0; c < 3; ++c) out.pixel(y, x)[c] = static_cast<T>(fill[c]);
    }
  }
  return out;
}

}  // namespace

void mix(Image& own, const Image& partner, float weight) {
  if (shape_of(own) != shape_of(partner) || !(weight >= 0 && weight <= 1)) {
    throw internal_error("mix: pictures of two shapes, or a weight of {}", weight);
  }
  std::visit(
      [&](auto& raster) {
        mix_values(raster, std::get<std::decay_t<decltype(raster)>>(partner), weight);
      },
      own);
}

void copy_part(const Image& from, const Box& from_box, Image& to, int top, int left) {
  const Shape in = shape_of(from);
  const Shape out = shape_of(to);
  const Box to_box{top, left, from_box.height, from_box.width};
  if (in.type != out.type || in.channels != out.channels ||
      !is_inside(from_box, {in.height, in.width}) || !is_inside(to_box, {out.height, out.width})) {
    throw internal_error("copy_part: {}x{} pixels do not fit", from_box.height, from_box.width);
  }
  std::visit(
      [&](auto& raster) {
        copy_rows(std::get<std::decay_t<decltype(raster)>>(from), from_box, raster, top, left);
      },
      to);
}

Image solid(const Shape& shape, const std::array<double, 3>& fill) {
  if (shape.type == PixelType::kU8) return solid_raster<std::uint8_t>(shape, fill);
  return solid_raster<float>(shape, fill);
}

}  // namespace epochmill::image
