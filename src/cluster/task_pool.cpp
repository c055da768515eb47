#include "cluster/task_pool.hpp"

#include <utility>

namespace epochmill::cluster {

TaskPool::TaskPool(std::vector<run::OpenEpochs> open, std::uint64_t ranks)
    : open_(std::move(open)), units_(run::shard_epochs_of(open_), ranks) {}

std::optional<run::ShardTask> TaskPool::next() {
  if (at_ == open_.size()) return std::nullopt;
  run::ShardTask task{.shard = open_[at_].shard, .epochs = {}};
  task.is_first = last_shard_ != task.shard;
  last_shard_ = task.shard;
  for (std::uint64_t left = units_.next(open_of_shard()); left > 0; --left) {
    run::EpochRange& range = open_[at_].epochs;
    task.epochs.push_back(range.first++);
    if (range.first == range.last) ++at_;
  }
  return task;
}

// Of the shard that is next.
std::uint64_t TaskPool::open_of_shard() const {
  std::uint64_t open = 0;
  for (std::size_t i = at_; i < open_.size() && open_[i].shard == open_[at_].shard; ++i)
    open += open_[i].epochs.size();
  return open;
}

}  // namespace epochmill::cluster
