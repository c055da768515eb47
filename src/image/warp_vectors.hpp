// Warps of 8-bit pictures on this CPU's vectors.
#pragma once

#include <array>
#include <cstdint>

#include "image/image.hpp"
#include "image/resample.hpp"
#include "image/warp_map.hpp"

namespace epochmill::image {

// What a warp by vectors needs to know beyond the two pictures.
struct VectorWarp {
  WarpMap map;
  Interpolation interpolation = Interpolation::kNearest;
  double rounding = 0;  // added to a bilinear value before its fraction goes
  std::array<std::uint8_t, 3> fill = {0, 0, 0};  // of pictures of one channel, the first
};

// Fills all of `out`, which has as many channels as `in`, with the values that the plain loops of
// warp.cpp give. Returns false, and does nothing, for what this CPU has no vectors for, or none
// that would be faster: pictures of other than 1 or 3 channels, or of less than 2 columns or 8
// bytes, or too large for 32 bits; nearest neighbours of maps that only scale and move.
bool warp_by_vectors(const ImageU8& in, const VectorWarp& warp, ImageU8& out);

}  // namespace epochmill::image
