#include "ops/flip_pairs.hpp"

#include "base/error.hpp"

namespace epochmill::ops {

// A mirror without pairs would keep calling the left eye the left eye: wrong labels, in silence.
FlipPairs read_flip_pairs(const recipe::Location& where, const OpContext& context) {
  const image::KeypointTraits& traits = context.keypoints;
  if (traits.count == 0) return {};
  if (!traits.flip_pairs) {
    throw usage_error(
        "{}: a flip mirrors the {} keypoints of this source too, and it has to know which of them "
        "change "
        "sides; set flip_pairs in [source], such as flip_pairs = [[0, 1]], or flip_pairs = [] when "
        "there "
        "are no pairs",
        where.text(), traits.count);
  }
  for (const auto& [a, b] : *traits.flip_pairs) {
    if (a < 0 || b < 0 || a >= traits.count || b >= traits.count || a == b) {
      throw usage_error(
          "{}: flip_pairs in [source] has the pair [{}, {}]; two different points from 0 to {} "
          "were expected",
          where.text(), a, b, traits.count - 1);
    }
  }
  return *traits.flip_pairs;
}

}  // namespace epochmill::ops
