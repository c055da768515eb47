#include "ops/jitter_order.hpp"

#include <algorithm>
#include <vector>

namespace epochmill::ops {
namespace {

using Orders = std::array<JitterOrder, kJitterOrders>;

Orders all_orders() {
  JitterOrder order = {JitterStage::kBrightness, JitterStage::kContrast, JitterStage::kSaturation,
                       JitterStage::kHue};
  Orders orders;
  for (JitterOrder& slot : orders) {
    slot = order;
    std::next_permutation(order.begin(), order.end());
  }
  return orders;
}

std::vector<JitterStage> active_sequence(int index, const ActiveStages& active) {
  std::vector<JitterStage> sequence;
  for (const JitterStage stage : jitter_order(index)) {
    if (active[static_cast<std::size_t>(stage)]) sequence.push_back(stage);
  }
  return sequence;
}

}  // namespace

const JitterOrder& jitter_order(int index) {
  static const Orders orders = all_orders();
  return orders[static_cast<std::size_t>(index)];
}

int canonical_order(int index, const ActiveStages& active) {
  const std::vector<JitterStage> sequence = active_sequence(index, active);
  int first = 0;
  while (active_sequence(first, active) != sequence) ++first;
  return first;
}

}  // namespace epochmill::ops
