#include "image/paint.hpp"

#include <algorithm>
#include <cmath>

#include "image/font.hpp"

namespace epochmill::image {
namespace {

constexpr int kSubsamples = 4;

void set(ImageU8& image, int y, int x, Color color) {
  if (y < 0 || x < 0 || y >= image.height() || x >= image.width()) return;
  std::copy(color.begin(), color.end(), image.pixel(y, x));
}

// Blends `color` over a pixel of which `covered` of the kSubsamples^2 samples are covered.
void blend(ImageU8& image, int y, int x, Color color, int covered) {
  constexpr int kAll = kSubsamples * kSubsamples;
  std::uint8_t* pixel = image.pixel(y, x);
  for (std::size_t c = 0; c < color.size(); ++c) {
    const int sum = pixel[c] * (kAll - covered) + color[c] * covered;
    pixel[c] = static_cast<std::uint8_t>((sum + kAll / 2) / kAll);
  }
}

struct Bounds {
  int top, bottom, left, right;  // inclusive
};

Bounds clip(const ImageU8& image, double top, double bottom, double left, double right) {
  return {std::max(0, static_cast<int>(std::floor(top))),
          std::min(image.height() - 1, static_cast<int>(std::ceil(bottom))),
          std::max(0, static_cast<int>(std::floor(left))),
          std::min(image.width() - 1, static_cast<int>(std::ceil(right)))};
}

// Fills every sample for which `is_inside(x, y)`.
template <typename Inside>
void fill(ImageU8& image, const Bounds& bounds, Color color, const Inside& is_inside) {
  for (int y = bounds.top; y <= bounds.bottom; ++y) {
    for (int x = bounds.left; x <= bounds.right; ++x) {
      int covered = 0;
      for (int s = 0; s < kSubsamples * kSubsamples; ++s) {
        const double sx = x + (s % kSubsamples + 0.5) / kSubsamples - 0.5;
        const double sy = y + (s / kSubsamples + 0.5) / kSubsamples - 0.5;
        covered += is_inside(sx, sy) ? 1 : 0;
      }
      if (covered > 0) blend(image, y, x, color, covered);
    }
  }
}

}  // namespace

void fill_rect(ImageU8& image, int top, int left, int height, int width, Color color) {
  for (int y = top; y < top + height; ++y) {
    for (int x = left; x < left + width; ++x) set(image, y, x, color);
  }
}

void paste(ImageU8& image, const ImageU8& from, int top, int left) {
  for (int y = 0; y < from.height(); ++y) {
    for (int x = 0; x < from.width(); ++x) {
      const std::uint8_t* pixel = from.pixel(y, x);
      set(image, top + y, left + x, {pixel[0], pixel[1], pixel[2]});
    }
  }
}

void fill_polygon(ImageU8& image, const std::vector<Spot>& corners, Color color) {
  if (corners.empty()) return;
  const auto [left, right] = std::minmax_element(
      corners.begin(), corners.end(), [](const Spot& a, const Spot& b) { return a.x < b.x; });
  const auto [top, bottom] = std::minmax_element(
      corners.begin(), corners.end(), [](const Spot& a, const Spot& b) { return a.y < b.y; });
  const auto is_inside = [&](double x, double y) {
    bool inside = false;
    for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++) {
      const Spot& a = corners[i];
      const Spot& b = corners[j];
      if ((a.y > y) != (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x)
        inside = !inside;
    }
    return inside;
  };
  fill(image, clip(image, top->y, bottom->y, left->x, right->x), color, is_inside);
}

void fill_disc(ImageU8& image, Spot centre, double radius, Color color) {
  const auto is_inside = [&](double x, double y) {
    return (x - centre.x) * (x - centre.x) + (y - centre.y) * (y - centre.y) < radius * radius;
  };
  fill(image,
       clip(image, centre.y - radius, centre.y + radius, centre.x - radius, centre.x + radius),
       color, is_inside);
}

void draw_text(ImageU8& image, int top, int left, std::string_view text, int scale, Color color) {
  for (const char letter : text) {
    const auto rows = glyph(letter);
    for (int y = 0; y < kGlyphHeight; ++y) {
      for (int x = 0; x < kGlyphWidth; ++x) {
        const bool is_ink = ((rows[static_cast<std::size_t>(y)] >> (kGlyphWidth - 1 - x)) & 1) != 0;
        if (is_ink) fill_rect(image, top + y * scale, left + x * scale, scale, scale, color);
      }
    }
    left += (kGlyphWidth + 1) * scale;
  }
}

int text_width(std::string_view text, int scale) {
  return text.empty() ? 0 : (static_cast<int>(text.size()) * (kGlyphWidth + 1) - 1) * scale;
}

}  // namespace epochmill::image
