// What a job did, per rank: for the summary that people read, and for --report.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "run/shard_builder.hpp"

namespace epochmill::cluster {

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
  std::vector<shard::Summary> files;
  std::vector<std::string> warnings;
};

struct JobReport {
  std::uint64_t images_total = 0;  // that were missing when the job began
  double elapsed_s = 0;
  std::vector<RankReport> ranks;
  run::Tally total() const;
};

std::string to_json(const RankReport& report);
RankReport parse_rank_report(std::string_view json);

// The report of --report: ranks, totals, rates. Times and hosts stand here and nowhere else.
std::string to_json(const JobReport& report);

}  // namespace epochmill::cluster
