// The rows of a sharper picture on this CPU's vectors.
#pragma once

#include <cstddef>
#include <cstdint>

namespace epochmill::image {

// Rows of `count` values of `channels` channels; between them they have room for a vector more, as
// kRowPadding says, and so has `sums`, which is for the function alone.
struct SharpnessRows {
  const std::uint8_t* above = nullptr;
  const std::uint8_t* here = nullptr;
  const std::uint8_t* below = nullptr;
  std::uint16_t* sums = nullptr;
  std::uint8_t* out = nullptr;
  std::size_t count = 0;
  std::size_t channels = 0;
};
inline constexpr std::size_t kRowPadding = 256;

// out[i] for i in [channels, count - channels), as adjust_sharpness; what else it writes there
// means nothing. Returns false, and does nothing, where this CPU has no vectors.
bool sharpen_row_by_vectors(const SharpnessRows& rows, float factor);

}  // namespace epochmill::image
