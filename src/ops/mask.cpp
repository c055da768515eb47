#include "ops/mask.hpp"

#include <utility>
#include <variant>

#include "image/resample.hpp"
#include "image/warp.hpp"

namespace epochmill::ops {
namespace {

// `mask` after `change`, which works on pictures of any kind of pixel.
template <typename Change>
void change_mask(image::ImageU8& mask, Change change) {
  if (mask.values().empty()) return;
  const image::Image before = std::move(mask);
  mask = std::get<image::ImageU8>(change(before));
}

}  // namespace

void crop_mask(image::ImageU8& mask, const image::Box& part) {
  change_mask(mask, [&](const image::Image& before) { return image::crop(before, part); });
}

void pad_mask(image::ImageU8& mask, const image::Padding& padding, image::PaddingMode mode,
              std::uint8_t fill) {
  const double index = fill;
  change_mask(mask, [&](const image::Image& before) {
    return image::pad(before, padding, mode, {index, index, index});
  });
}

void resize_mask(image::ImageU8& mask, const image::Box& part, image::Size size) {
  if (mask.values().empty()) return;
  mask = image::resize(mask, part, size, image::Interpolation::kNearest);
}

void mirror_mask(image::ImageU8& mask, MirrorAxis axis) {
  change_mask(mask, [&](const image::Image& before) {
    return axis == MirrorAxis::kHorizontal ? image::flip_horizontal(before)
                                           : image::flip_vertical(before);
  });
}

void warp_mask(image::ImageU8& mask, const image::WarpMap& map, image::Size size,
               std::uint8_t fill) {
  if (mask.values().empty()) return;
  const double index = fill;
  mask = image::warp(mask, map, size, image::Interpolation::kNearest, {index, index, index});
}

}  // namespace epochmill::ops
