#include "cli/picture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "capi/file.hpp"
#include "codec/codec.hpp"
#include "image/paint.hpp"

namespace epochmill::cli {
namespace {

constexpr image::Color kMarkInk{64, 255, 64};
constexpr image::Color kMarkRim{0, 48, 0};

// From the smallest value to the largest; infinities and NaN count as neither, and are black.
struct Scale {
  float low = 0;
  float range = 1;

  std::uint8_t level_of(float value) const {
    if (!std::isfinite(value)) return 0;
    const float part = (value - low) / range;
    return part < 1 ? static_cast<std::uint8_t>(part * 255.0F + 0.5F) : std::uint8_t{255};
  }
};

Scale scale_of(const image::ImageF32& pixels) {
  float low = std::numeric_limits<float>::max();
  float high = std::numeric_limits<float>::lowest();
  for (const float value : pixels.values()) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  const float range = high - low;
  // One value, none at all, or a span that no float holds.
  return {low, range > 0 && std::isfinite(range) ? range : std::numeric_limits<float>::max()};
}

}  // namespace

image::ImageU8 viewable(const image::Image& image) {
  if (const auto* picture = std::get_if<image::ImageU8>(&image)) return *picture;
  const auto& pixels = std::get<image::ImageF32>(image);
  const Scale scale = scale_of(pixels);
  image::ImageU8 picture(pixels.height(), pixels.width(), 3);
  for (int y = 0; y < pixels.height(); ++y) {
    for (int x = 0; x < pixels.width(); ++x) {
      for (int c = 0; c < 3; ++c) {
        const float value = pixels.pixel(y, x)[pixels.channels() < 3 ? 0 : c];
        picture.pixel(y, x)[c] = scale.level_of(value);
      }
    }
  }
  return picture;
}

void mark_keypoints(image::ImageU8& picture, std::span<const image::Keypoint> keypoints) {
  const double radius = std::max(1.2, std::min(picture.height(), picture.width()) / 120.0);
  for (const auto& [size, ink] : {std::pair(1.5 * radius, kMarkRim), std::pair(radius, kMarkInk)}) {
    for (const image::Keypoint& point : keypoints) {
      if (point.is_visible) image::fill_disc(picture, {point.x, point.y}, size, ink);
    }
  }
}

void write_png(const std::filesystem::path& path, const image::ImageU8& picture) {
  const Bytes png = codec::encode_png(picture);
  capi::write_file(path, as_text(png));
}

}  // namespace epochmill::cli
