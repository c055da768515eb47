// Epochs that training is done with, deleted.
#pragma once

#include <cstdint>
#include <filesystem>

#include "plan/plan.hpp"

namespace epochmill::run {

struct Pruned {
  std::uint64_t epochs = 0;
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
};

// Deletes the epochs below `before` from `out`, after they have left the manifest. Safe to repeat
// when it was killed. HDF5: one thread. Throws `usage`, and deletes nothing, when one of their
// folders holds anything that is not a finished shard of this plan: a file of somebody else's, a
// link, or the unfinished file of a run that is still at work.
Pruned prune(const std::filesystem::path& out, const plan::Plan& plan, std::uint64_t before);

}  // namespace epochmill::run
