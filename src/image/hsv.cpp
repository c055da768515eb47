#include "image/hsv.hpp"

#include <algorithm>

namespace epochmill::image {
namespace {

// For values in [0, 2^31).
float truncated(float x) { return static_cast<float>(static_cast<int>(x)); }

// The hue of a colour whose largest channel is `top` and whose smallest is `range` below it. How
// far each channel lies under the top, in units of the range, rounds to f32; the place in sixths of
// a turn rounds to f32, the turn from 0 to 1 does so again, all else is double: at the hues that
// are whole numbers, the roundings decide whether Pillow truncates to n or to n - 1.
float hue(float red, float green, float blue, float top, float range) {
  const bool is_red = red == top;
  const bool is_green = green == top;
  const float ahead = is_red ? blue : is_green ? red : green;
  const float behind = is_red ? green : is_green ? blue : red;
  const double start = is_red ? 0.0 : is_green ? 2.0 : 4.0;
  const float minus = (top - behind) / range;
  const float plus = (top - ahead) / range;
  const auto sixths =
      static_cast<float>(start + static_cast<double>(plus) - static_cast<double>(minus));
  const double turns = sixths / 6.0 + 1.0;
  const auto turn = static_cast<float>(turns >= 1.0 ? turns - 1.0 : turns);
  return static_cast<float>(static_cast<int>(turn * 255.0));
}

// A channel that stands at `share` of 85 on the way from the colour's grey floor to its value,
// rounded to the nearest whole number. There are no ties, because 255 * 85 is odd, and no rounding
// of a quotient reaches a half.
float channel(float share, float saturation, float value) {
  constexpr float kSteps = 255.0F * 85.0F;
  return truncated(value * (kSteps - saturation * (85.0F - share)) / kSteps + 0.5F);
}

float magnitude(float x) { return x < 0.0F ? -x : x; }

float share_of_85(float x) { return std::min(std::max(x, 0.0F), 85.0F); }

}  // namespace

void load_tile(const std::uint8_t* pixels, std::size_t count, ColorTile& tile) {
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < 3; ++c) tile[c][i] = static_cast<float>(pixels[3 * i + c]);
  }
}

void store_tile(const ColorTile& tile, std::size_t count, std::uint8_t* pixels) {
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < 3; ++c) pixels[3 * i + c] = static_cast<std::uint8_t>(tile[c][i]);
  }
}

void rgb_to_hsv(ColorTile& tile) {
  auto& [first, second, third] = tile;
  for (std::size_t i = 0; i < kTilePixels; ++i) {
    const float red = first[i];
    const float green = second[i];
    const float blue = third[i];
    const float top = std::max(red, std::max(green, blue));
    const float range = top - std::min(red, std::min(green, blue));
    // Greys: all differences are 0, so any divisor gives hue 0; black: the same for the saturation.
    first[i] = hue(red, green, blue, top, std::max(range, 1.0F));
    second[i] = truncated(255.0F * range / std::max(top, 1.0F));
    third[i] = top;
  }
}

void hsv_to_rgb(ColorTile& tile) {
  auto& [first, second, third] = tile;
  for (std::size_t i = 0; i < kTilePixels; ++i) {
    const float place = 2.0F * first[i];  // 85 to a sixth of a turn
    const float saturation = second[i];
    const float value = third[i];
    first[i] = channel(share_of_85(magnitude(place - 255.0F) - 85.0F), saturation, value);
    second[i] = channel(share_of_85(170.0F - magnitude(place - 170.0F)), saturation, value);
    third[i] = channel(share_of_85(170.0F - magnitude(place - 340.0F)), saturation, value);
  }
}

}  // namespace epochmill::image
