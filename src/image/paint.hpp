// Drawing on a picture, for contact sheets and generated datasets. All of it is clipped to the
// picture, which has three channels.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "image/image.hpp"

namespace epochmill::image {

using Color = std::array<std::uint8_t, 3>;

// x right, y down, (0, 0) the centre of the top left pixel.
struct Spot {
  double x = 0;
  double y = 0;
};

void fill_rect(ImageU8& image, int top, int left, int height, int width, Color color);

// Copies `from` with its top left corner at (top, left).
void paste(ImageU8& image, const ImageU8& from, int top, int left);

// Smooth edges: each pixel is sampled 4 x 4 times. The polygon is closed, and filled by the
// even-odd rule.
void fill_polygon(ImageU8& image, const std::vector<Spot>& corners, Color color);
void fill_disc(ImageU8& image, Spot centre, double radius, Color color);

// One line of text in glyphs of 5 x 7 pixels, each `scale` times as large; (top, left) is its
// corner.
void draw_text(ImageU8& image, int top, int left, std::string_view text, int scale, Color color);
// Width of that line in pixels.
int text_width(std::string_view text, int scale);

}  // namespace epochmill::image
