#include "convert/target.hpp"

#include <array>
#include <atomic>

#include "run/parallel_for.hpp"

namespace epochmill::convert {

std::span<const Target> targets() {
  static const std::array kTargets{webdataset_target(), folder_target(), npy_target()};
  return kTargets;
}

void for_each_shard(const EpochTask& task, const std::function<void(std::uint64_t shard)>& work) {
  const plan::Plan& plan = task.workshop.plan();
  std::atomic<std::uint64_t> done{0};
  run::parallel_for(
      plan.shards(), task.threads,
      [&](std::uint64_t shard, int) {
        work(shard);
        done += plan.rows_of(shard);
      },
      [&] { task.show(done); });
}

}  // namespace epochmill::convert
