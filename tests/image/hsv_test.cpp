#include "image/hsv.hpp"

#include <gtest/gtest.h>

#include "base/digest.hpp"

namespace epochmill::image {
namespace {

// The digest of what `convert` makes of all 2^24 triples, in order.
std::uint64_t digest_of_all(void (*convert)(ColorTile&)) {
  Digester digester;
  std::array<std::uint8_t, 3 * kTilePixels> pixels;
  ColorTile tile{};
  for (unsigned first = 0; first < 1U << 24; first += kTilePixels) {
    for (unsigned i = 0; i < kTilePixels; ++i) {
      const unsigned color = first + i;
      pixels[3 * i] = static_cast<std::uint8_t>(color >> 16);
      pixels[3 * i + 1] = static_cast<std::uint8_t>(color >> 8);
      pixels[3 * i + 2] = static_cast<std::uint8_t>(color);
    }
    load_tile(pixels.data(), kTilePixels, tile);
    convert(tile);
    store_tile(tile, kTilePixels, pixels.data());
    digester.add(pixels);
  }
  return digester.value64();
}

TEST(Hsv, OfAllColorsIsPillows) {
  EXPECT_EQ(digest_of_all(rgb_to_hsv), 0x0ff7f6e6ab6c4950ULL);  // Pillow 9.4, convert("HSV")
}

TEST(Hsv, BackToRgbIsPillowsForAllTriples) {
  EXPECT_EQ(digest_of_all(hsv_to_rgb), 0x8a17d020f1f2188aULL);  // Pillow 9.4, convert("RGB")
}

TEST(ColorTile, KeepsWhatLiesBehindItsCount) {
  const std::array<std::uint8_t, 6> pixels = {1, 2, 3, 4, 5, 6};
  ColorTile tile{};
  load_tile(pixels.data(), 2, tile);
  EXPECT_EQ(tile[0][1], 4.0F);
  EXPECT_EQ(tile[2][1], 6.0F);
  EXPECT_EQ(tile[0][2], 0.0F);
  std::array<std::uint8_t, 6> out = {9, 9, 9, 9, 9, 9};
  store_tile(tile, 1, out.data());
  EXPECT_EQ(out, (std::array<std::uint8_t, 6>{1, 2, 3, 9, 9, 9}));
}

}  // namespace
}  // namespace epochmill::image
