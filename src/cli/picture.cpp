#include "cli/picture.hpp"

#include <algorithm>
#include <variant>

#include "capi/file.hpp"
#include "codec/codec.hpp"
#include "image/paint.hpp"

namespace epochmill::cli {
namespace {

constexpr image::Color kMarkInk{64, 255, 64};
constexpr image::Color kMarkRim{0, 48, 0};

}  // namespace

image::ImageU8 viewable(const image::Image& image) {
  if (const auto* picture = std::get_if<image::ImageU8>(&image)) return *picture;
  const auto& pixels = std::get<image::ImageF32>(image);
  const auto& values = pixels.values();
  image::ImageU8 picture(pixels.height(), pixels.width(), pixels.channels());
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const float range = *high > *low ? *high - *low : 1.0F;
  std::transform(values.begin(), values.end(), picture.values().begin(),
                 [base = *low, range](float value) {
                   return static_cast<std::uint8_t>((value - base) / range * 255.0F + 0.5F);
                 });
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
