// One planned shard -> finished files, in all epochs asked for, on all threads of this process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "run/parallel_for.hpp"
#include "run/sample_pipeline.hpp"
#include "run/workshop.hpp"
#include "shard/writer.hpp"

namespace epochmill::run {

// A work unit.
struct ShardTask {
  std::uint64_t shard = 0;
  std::vector<std::uint32_t> epochs;  // ascending; those that are not finished yet
  // A job may make a shard in several tasks. The first of them tells what is true of its samples in
  // every epoch, such as which ones are bad.
  bool is_first = true;
};

// Counts of the work done; they add up over threads, shards and ranks.
struct Tally {
  std::uint64_t images = 0;         // rows of finished shard files
  std::uint64_t source_images = 0;  // samples decoded
  std::uint64_t rejected = 0;       // samples skipped
  std::uint64_t source_bytes = 0;
  std::uint64_t written_bytes = 0;   // of finished shard files
  std::uint64_t color_profiles = 0;  // samples with gamma or an ICC profile, which is not applied
  std::uint64_t redraws = 0;         // attempts that `unique` threw away
  std::uint64_t overhanging_boxes = 0;  // clipped: they reached out of the source's picture
  std::uint64_t repeats = 0;            // rows whose picture had too few outcomes
  StageTimes times;                     // summed over threads
  Tally& operator+=(const Tally& other);
  // Forgets what counts samples, whichever epochs they are made for.
  void forget_samples();
};

struct BuiltShard {
  std::vector<shard::Summary> files;
  Tally tally;
  std::vector<std::string> warnings;  // sorted
};

// More samples are bad than the recipe's error budget allows.
Error over_budget(const plan::Plan& plan, std::uint64_t rejected);

// Counts rows while they are made; called on any thread.
using CountRows = std::function<void(std::uint64_t rows)>;

// Sees what a sample took; called on any thread.
using WatchSample = std::function<void(const StageTimes& times)>;

// Memory for the small columns of the epochs that are made together, and what those of one epoch of
// `shard` take.
inline constexpr std::uint64_t kColumnMemory = std::uint64_t{48} << 20;
std::uint64_t column_bytes(const Workshop& workshop, std::uint64_t shard);

// How many shards this process may hold open at once: its limit less what else is open, such as the
// catalog, the source's files and MPI's sockets.
std::size_t most_open_files();

// Makes and publishes the files of `task` under `out`, whose folders exist. Samples are decoded
// once for all epochs that are made together: as many as may hold a file open each (`most_files`)
// and keep their small columns in a fixed amount of memory. Bad samples stop it, or are skipped as
// the recipe says: the files have no rows of them. Throws what make_sample and Writer
// throw, and what `between` throws; unfinished files are gone then, and `built` tells of what was
// done until then. The thread that calls it is the one that touches HDF5 and calls `between`.
void build_shard(const Workshop& workshop, const std::filesystem::path& out, const ShardTask& task,
                 int threads, std::size_t most_files, const Between& between,
                 const CountRows& count_rows, BuiltShard& built,
                 const WatchSample& watch_sample = nullptr);

}  // namespace epochmill::run
