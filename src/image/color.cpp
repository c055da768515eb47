#include "image/color.hpp"

#include <algorithm>
#include <array>

#include "image/color_vectors.hpp"
#include "image/hsv.hpp"

namespace epochmill::image {
namespace {

template <typename T>
void require_rgb(const Raster<T>& image, const char* what) {
  if (image.channels() == 3) return;
  throw internal_error("{} needs 3 channels, this picture has {}", what, image.channels());
}

void require_of_each_channel(std::span<const float> mean, std::span<const float> std,
                             int channels) {
  if (std::ssize(mean) == channels && std::ssize(std) == channels) return;
  throw internal_error("normalize: {} means and {} stds for {} channels", mean.size(), std.size(),
                       channels);
}

// Pillow's blend: `from` at factor 0, `to` at 1, on and past them for other factors.
std::uint8_t blend(int from, int to, float factor) {
  const float change = factor * static_cast<float>(to - from);
  const float mixed = static_cast<float>(from) + change;
  return static_cast<std::uint8_t>(std::clamp(mixed, 0.0F, 255.0F));
}

// Blends every value with the same one: one of 256 results each.
void blend_with(ImageU8& image, int from, float factor) {
  std::array<std::uint8_t, 256> result;
  for (int i = 0; i < 256; ++i) result[static_cast<std::size_t>(i)] = blend(from, i, factor);
  for (std::uint8_t& value : image.values()) value = result[value];
}

// Rounded half up, without rounding on the way.
int mean_luma(const ImageU8& image) {
  const auto& values = image.values();
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < values.size(); i += 3) {
    sum += luma(values[i], values[i + 1], values[i + 2]);
  }
  const std::uint64_t pixels = values.size() / 3;
  return pixels == 0 ? 0 : static_cast<int>((2 * sum + pixels) / (2 * pixels));
}

void saturate(ImageU8& image, float factor) {
  std::vector<std::uint8_t> grey(image.row_values());
  for (int y = 0; y < image.height(); ++y) {
    std::uint8_t* const row = image.row(y);
    for (std::size_t i = 0; i < grey.size(); i += 3) {
      grey[i] = grey[i + 1] = grey[i + 2] = luma(row[i], row[i + 1], row[i + 2]);
    }
    for (std::size_t i = 0; i < grey.size(); ++i) row[i] = blend(grey[i], row[i], factor);
  }
}

void turn_hue(ImageU8& image, int shift) {
  const int turn = ((shift % 256) + 256) % 256;
  ColorTile tile{};
  std::uint8_t* pixels = image.values().data();
  for (std::size_t left = image.values().size() / 3; left > 0;) {
    const std::size_t count = std::min(left, kTilePixels);
    load_tile(pixels, count, tile);
    rgb_to_hsv(tile);
    for (float& hue : tile[0]) {
      hue = static_cast<float>((static_cast<int>(hue) + turn) & 255);
    }
    hsv_to_rgb(tile);
    store_tile(tile, count, pixels);
    pixels += 3 * count;
    left -= count;
  }
}

void make_grey(ImageU8& image) {
  auto& values = image.values();
  for (std::size_t i = 0; i < values.size(); i += 3) {
    values[i] = values[i + 1] = values[i + 2] = luma(values[i], values[i + 1], values[i + 2]);
  }
}

// The plain loops, for a CPU without vectors and as what those must equal.
void apply(const ColorChange& change, ImageU8& image) {
  switch (change.kind) {
    case ColorChange::Kind::kBrightness:
      return blend_with(image, 0, change.factor);
    case ColorChange::Kind::kContrast:
      return blend_with(image, mean_luma(image), change.factor);
    case ColorChange::Kind::kSaturation:
      return saturate(image, change.factor);
    case ColorChange::Kind::kHue:
      return turn_hue(image, change.shift);
    case ColorChange::Kind::kGrayscale:
      return make_grey(image);
  }
}

}  // namespace

std::uint8_t luma(std::uint8_t r, std::uint8_t g, std::uint8_t b) {
  return static_cast<std::uint8_t>((19595U * r + 38470U * g + 7471U * b + 32768U) >> 16);
}

void adjust_colors(ImageU8& image, std::span<const ColorChange> changes) {
  require_rgb(image, "a change of colour");
  if (adjust_colors_by_vectors(image, changes)) return;
  for (const ColorChange& change : changes) apply(change, image);
}

void adjust_brightness(ImageU8& image, float factor) {
  require_rgb(image, "adjust_brightness");
  adjust_colors(image, {{{.kind = ColorChange::Kind::kBrightness, .factor = factor, .shift = 0}}});
}

void adjust_contrast(ImageU8& image, float factor) {
  require_rgb(image, "adjust_contrast");
  adjust_colors(image, {{{.kind = ColorChange::Kind::kContrast, .factor = factor, .shift = 0}}});
}

void adjust_saturation(ImageU8& image, float factor) {
  require_rgb(image, "adjust_saturation");
  adjust_colors(image, {{{.kind = ColorChange::Kind::kSaturation, .factor = factor, .shift = 0}}});
}

void adjust_hue(ImageU8& image, int shift) {
  require_rgb(image, "adjust_hue");
  adjust_colors(image, {{{.kind = ColorChange::Kind::kHue, .factor = 1, .shift = shift}}});
}

void to_grayscale(ImageU8& image) {
  require_rgb(image, "to_grayscale");
  adjust_colors(image, {{{.kind = ColorChange::Kind::kGrayscale, .factor = 1, .shift = 0}}});
}

ImageU8 grayscale_of(const ImageU8& image) {
  require_rgb(image, "grayscale_of");
  ImageU8 grey(image.height(), image.width(), 3, Unfilled{});
  if (make_grey_by_vectors(image, grey)) return grey;
  grey = image;
  make_grey(grey);
  return grey;
}

int hue_shift(double hue_factor) { return static_cast<int>(hue_factor * 255.0); }

ImageF32 normalize(const ImageU8& image, std::span<const float> mean, std::span<const float> std) {
  require_rgb(image, "normalize");
  require_of_each_channel(mean, std, image.channels());
  std::array<std::array<float, 256>, 3> result;
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t i = 0; i < 256; ++i) {
      result[c][i] = (static_cast<float>(i) / 255.0F - mean[c]) / std[c];
    }
  }
  ImageF32 out(image.height(), image.width(), 3, Unfilled{});
  const auto& values = image.values();
  for (std::size_t i = 0; i < values.size(); i += 3) {
    for (std::size_t c = 0; c < 3; ++c) out.values()[i + c] = result[c][values[i + c]];
  }
  return out;
}

ImageF32 normalize(const ImageF32& image, std::span<const float> mean, std::span<const float> std) {
  require_of_each_channel(mean, std, image.channels());
  ImageF32 out = image;
  for (std::size_t i = 0; i < out.values().size(); i += mean.size()) {
    for (std::size_t c = 0; c < mean.size(); ++c)
      out.values()[i + c] = (out.values()[i + c] - mean[c]) / std[c];
  }
  return out;
}

}  // namespace epochmill::image
