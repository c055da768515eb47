#include "forecast/work_pool.hpp"

#include <algorithm>

namespace epochmill::forecast {
namespace {
std::uint64_t epochs_to_grant(std::uint64_t left, std::uint64_t ranks) {
  return ranks == 1 ? left : std::max<std::uint64_t>(1, (left + 2 * ranks - 1) / (2 * ranks));
}
}  // namespace

std::optional<Unit> WorkPool::next() {
  if (!returned_.empty()) {
    if (returned_.back().epochs == 0) returned_.pop_back();
    if (!returned_.empty()) return take(returned_.back());
  }
  if (open_.epochs == 0) {
    if (shard_ == work_.shards()) return std::nullopt;
    const std::uint64_t first = shard_++ * work_.shard_rows;
    open_ = {std::min(work_.shard_rows, work_.samples - first), work_.epochs};
  }
  return take(open_);
}

void WorkPool::give_back(const Unit& unit) {
  returned_.push_back(unit);
  left_ += unit.epochs;
}

Unit WorkPool::take(Unit& open) {
  const std::uint64_t epochs =
      std::min(open.epochs, epochs_to_grant(left_, static_cast<std::uint64_t>(ranks_)));
  open.epochs -= epochs;
  left_ -= epochs;
  return {open.samples, epochs};
}

}  // namespace epochmill::forecast
