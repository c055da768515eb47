// The filtered resize of 8-bit pictures on this CPU's vectors.
#pragma once

#include "image/geometry.hpp"
#include "image/image.hpp"
#include "image/resample_weights.hpp"

namespace epochmill::image {

// Fills `out`, [down.first.size(), across.first.size(), in.channels()], with the part `box` of `in`
// resized by these weights: the values that the plain loops of resample.cpp give. `is_clamped`:
// there are negative weights, so that sums can pass both ends. Returns false, and does nothing,
// where this CPU has no vectors that would be faster. Keeps a buffer for each thread, of about the
// box's height by the output's width.
bool resize_by_vectors(const ImageU8& in, const Box& box, const TapWeights<std::uint32_t>& across,
                       const TapWeights<std::uint32_t>& down, bool is_clamped, ImageU8& out);

}  // namespace epochmill::image
