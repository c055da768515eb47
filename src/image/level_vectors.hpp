// Levels of 8-bit RGB pictures on this CPU's vectors.
#pragma once

#include <array>
#include <cstdint>

#include "image/image.hpp"

namespace epochmill::image {

struct Extremes {
  std::array<std::uint8_t, 3> low = {255, 255, 255};  // of each channel
  std::array<std::uint8_t, 3> high = {0, 0, 0};

  void add(std::size_t channel, std::uint8_t lowest, std::uint8_t highest);
};

// A new value for each old one, for each channel.
using LevelTable = std::array<std::uint8_t, 256>;
using LevelTables = std::array<LevelTable, 3>;

// Both return false, and do nothing, where this CPU has no vectors. The picture has 3 channels.
bool extremes_by_vectors(const ImageU8& image, Extremes& extremes);
bool look_up_by_vectors(ImageU8& image, const LevelTables& tables);

}  // namespace epochmill::image
