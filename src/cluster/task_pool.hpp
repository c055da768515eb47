// The work of a job that nobody has been given yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "plan/work_units.hpp"
#include "run/output_folder.hpp"

namespace epochmill::cluster {

// Gives every open epoch of every shard exactly once: whole shards while there is plenty, parts of
// them later. Holds 16 bytes for a shard, however many epochs it has, when its open epochs follow
// each other.
class TaskPool {
 public:
  // `open`: sorted by shard and epoch, without empty ranges. For a job of `ranks` ranks.
  TaskPool(std::vector<run::OpenEpochs> open, std::uint64_t ranks);

  // None when all is given.
  std::optional<run::ShardTask> next();

 private:
  std::uint64_t open_of_shard() const;

  std::vector<run::OpenEpochs> open_;
  std::size_t at_ = 0;  // the first range that is not used up; what is granted of it is taken off
  plan::WorkUnits units_;
  std::optional<std::uint64_t> last_shard_;
};

}  // namespace epochmill::cluster
