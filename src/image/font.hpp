// A small bitmap font for captions, drawn for epochmill: capitals, digits and a little punctuation.
#pragma once

#include <array>
#include <cstdint>

namespace epochmill::image {

inline constexpr int kGlyphWidth = 5;
inline constexpr int kGlyphHeight = 7;

// Rows of a glyph from the top; bit 4 is the leftmost pixel. Small letters look like capitals; what
// the font does not have is a hollow box.
std::array<std::uint8_t, kGlyphHeight> glyph(char letter);

}  // namespace epochmill::image
