#include "forecast/work_pool.hpp"

#include <algorithm>

#include "base/checked.hpp"

namespace epochmill::forecast {

WorkPool::WorkPool(const Work& work, int ranks)
    : work_(work), ranks_(checked_cast<std::uint64_t>(ranks)), units_(work.files(), ranks_) {}

std::optional<Unit> WorkPool::next() {
  if (begun_.empty()) {
    if (shard_ == work_.shards()) return std::nullopt;
    const std::uint64_t first = shard_++ * work_.shard_rows;
    begun_.push_back({std::min(work_.shard_rows, work_.samples - first), work_.epochs});
  }
  Unit& open = begun_.back();
  const Unit unit{open.samples, units_.next(open.epochs)};
  open.epochs -= unit.epochs;
  if (open.epochs == 0) begun_.pop_back();
  return unit;
}

void WorkPool::begin_again(const std::vector<Unit>& lost) {
  std::uint64_t left = units_.left();
  for (const Unit& unit : lost) left += unit.epochs;
  begun_.insert(begun_.end(), lost.begin(), lost.end());
  if (left > 0) units_ = plan::WorkUnits(left, ranks_);
}

}  // namespace epochmill::forecast
