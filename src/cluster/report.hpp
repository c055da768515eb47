// What a job did, per rank: for the summary that people read, and for those that programs read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/timeline.hpp"
#include "run/shard_builder.hpp"

namespace epochmill::cluster {

// The unit of work that took longest: a shard in all its epochs, or in some.
struct SlowestShard {
  std::uint64_t shard = 0;
  std::uint64_t images = 0;
  double elapsed_s = 0;
};

struct RankReport {
  int rank = 0;
  std::string host;
  std::vector<int> cores;  // that it may run on
  int threads = 0;
  double elapsed_s = 0;
  double wait_s = 0;  // for a shard to be granted
  double cpu_s = 0;
  std::uint64_t peak_memory_bytes = 0;
  run::Tally tally;
  SlowestShard slowest;
  std::vector<TimelineEntry> timeline;
  std::vector<shard::Summary> files;  // empty in a JobReport
  std::vector<std::string> warnings;
};

// Where the time of threads went, in seconds x threads.
struct ThreadTime {
  run::StageTimes busy;
  double wait_s = 0;   // for a shard to be granted, and for the last rank to end
  double other_s = 0;  // what is left: mostly threads that wait for each other
  double sum_s() const { return busy.sum_s() + wait_s + other_s; }
  ThreadTime& operator+=(const ThreadTime& more);
};

struct JobReport {
  std::string started_at;          // UTC, as 2026-11-30T12:00:00Z
  std::string options;             // that chose a part of the work, such as "--part 2/5"
  std::string end;                 // "done", "stopped", or the error
  std::uint64_t images_total = 0;  // that were missing when the job began
  double elapsed_s = 0;
  std::vector<RankReport> ranks;
  run::Tally total() const;
  ThreadTime thread_time(const RankReport& rank) const;
  ThreadTime thread_time() const;  // of all ranks
  // That were reserved for the job, busy or not.
  double core_hours() const;
  // The rank that had the slowest shard of all; null when none was made.
  const RankReport* slowest_rank() const;
};

// All but the files.
std::string to_json(const RankReport& report);
// Throws nlohmann's exceptions: a rank's message is not a user's file.
RankReport parse_rank_report(std::string_view json);

// Ranks, totals, rates, but not the single files, which stand in the manifest.
std::string to_json(const JobReport& report);
// What to_json wrote; absent when `json` is something else.
std::optional<JobReport> parse_job_report(std::string_view json);

}  // namespace epochmill::cluster
