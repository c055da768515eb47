// What an output folder can be exported to: the table of targets.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "run/workshop.hpp"

namespace epochmill::convert {

// Of one epoch.
struct EpochTask {
  const run::Workshop& workshop;
  std::filesystem::path out;     // the output folder
  std::filesystem::path folder;  // of the epoch, below the target
  std::uint64_t epoch = 0;
  int threads = 1;
  // Called with the rows done so far, by the calling thread; may throw to stop.
  std::function<void(std::uint64_t)> show;
};

struct Target {
  std::string name;
  std::string summary;
  // Writes what is not there yet. Throws as Rows, and `io`.
  void (*write_epoch)(const EpochTask& task);
};

std::span<const Target> targets();

Target webdataset_target();
Target folder_target();
Target npy_target();

// Calls work(shard) for each shard of the plan on the task's threads, and tells the rows done.
void for_each_shard(const EpochTask& task, const std::function<void(std::uint64_t shard)>& work);

}  // namespace epochmill::convert
