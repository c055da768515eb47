#include "cli/picture.hpp"

#include <algorithm>
#include <array>
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

// For labels and indices: bright enough to be seen on a photo, and far enough from each other.
constexpr std::array<image::Color, 12> kInks{{{230, 25, 75},
                                              {60, 180, 75},
                                              {255, 225, 25},
                                              {0, 130, 200},
                                              {245, 130, 48},
                                              {145, 30, 180},
                                              {70, 240, 240},
                                              {240, 50, 230},
                                              {210, 245, 60},
                                              {250, 190, 212},
                                              {0, 128, 128},
                                              {170, 110, 40}}};

const image::Color& ink_of(std::int64_t number) {
  return kInks[static_cast<std::uint64_t>(number) % kInks.size()];
}

// The four sides of the rectangle of whole pixels, `width` pixels wide towards its middle.
void outline(image::ImageU8& picture, const image::Box& box, int width, image::Color ink) {
  const int lines = std::min({width, box.height, box.width});
  const int bottom = box.top + box.height - lines;
  const int right = box.left + box.width - lines;
  image::fill_rect(picture, box.top, box.left, lines, box.width, ink);
  image::fill_rect(picture, bottom, box.left, lines, box.width, ink);
  image::fill_rect(picture, box.top, box.left, box.height, lines, ink);
  image::fill_rect(picture, box.top, right, box.height, lines, ink);
}

// The pixels that a box touches.
image::Box whole_pixels(const image::ObjectBox& box, image::Size size) {
  const auto pixel = [](double edge, int side) {
    return static_cast<int>(std::clamp(edge, 0.0, static_cast<double>(side)));
  };
  const int top = pixel(std::floor(box.y0), size.height);
  const int left = pixel(std::floor(box.x0), size.width);
  return {top, left, pixel(std::ceil(box.y1), size.height) - top,
          pixel(std::ceil(box.x1), size.width) - left};
}

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

void tint_mask(image::ImageU8& picture, const image::ImageU8& mask) {
  if (mask.height() != picture.height() || mask.width() != picture.width()) return;
  for (int y = 0; y < mask.height(); ++y) {
    for (int x = 0; x < mask.width(); ++x) {
      const int index = *mask.pixel(y, x);
      if (index == 0) continue;
      const image::Color& ink = ink_of(index - 1);
      std::uint8_t* rgb = picture.pixel(y, x);
      for (std::size_t c = 0; c < ink.size(); ++c) {
        rgb[c] = static_cast<std::uint8_t>((rgb[c] + ink[c]) / 2);
      }
    }
  }
}

void mark_boxes(image::ImageU8& picture, std::span<const image::ObjectBox> boxes) {
  const image::Size size{picture.height(), picture.width()};
  const int width = std::max(1, std::min(size.height, size.width) / 150);
  for (const image::ObjectBox& box : boxes) {
    outline(picture, whole_pixels(box, size), width, ink_of(box.label));
  }
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
