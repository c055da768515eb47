// RGB to hue, saturation, value and back, equal to Pillow's convert("HSV") and convert("RGB") for
// every colour.
//
// Works on tiles: a plane of floats per channel, so that the arithmetic of many pixels runs side by
// side.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace epochmill::image {

inline constexpr std::size_t kTilePixels = 256;
using TilePlane = std::array<float, kTilePixels>;

// A plane for red, green, blue, or for hue, saturation, value. Every value is a whole number of
// 0..255.
using ColorTile = std::array<TilePlane, 3>;

// Fills the first `count` <= kTilePixels pixels of `tile` from interleaved bytes, and the other way
// round.
void load_tile(const std::uint8_t* pixels, std::size_t count, ColorTile& tile);
void store_tile(const ColorTile& tile, std::size_t count, std::uint8_t* pixels);

// In place, all pixels of the tile. Hue is in 1/255 turns, red at 0; greys have hue 0 and
// saturation 0.
void rgb_to_hsv(ColorTile& tile);
void hsv_to_rgb(ColorTile& tile);

}  // namespace epochmill::image
