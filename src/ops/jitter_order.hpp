// The orders in which color_jitter's four stages can come.
#pragma once

#include <array>

namespace epochmill::ops {

enum class JitterStage { kBrightness, kContrast, kSaturation, kHue };

inline constexpr int kJitterStages = 4;
inline constexpr int kJitterOrders = 24;

using JitterOrder = std::array<JitterStage, kJitterStages>;
// By stage: whether it is used at all.
using ActiveStages = std::array<bool, kJitterStages>;

// The `index`-th order, lexicographic by the stages' numbers; index in [0, kJitterOrders).
const JitterOrder& jitter_order(int index);

// The smallest index whose order has the active stages in the same sequence: orders that differ
// only in where unused stages stand are one outcome.
int canonical_order(int index, const ActiveStages& active);

}  // namespace epochmill::ops
