// What the runs into an output folder reported: one file a run in OUT/reports, and their sum in
// OUT/report.json. Both vary from run to run, and are no part of the promise of same bytes.
#pragma once

#include <cstdint>
#include <filesystem>

#include "cluster/report.hpp"

namespace epochmill::cluster {

// The sum over all runs that ended by themselves; one that was killed leaves no report.
struct History {
  std::uint64_t runs = 0;
  std::uint64_t images = 0;
  double core_hours = 0;
};

// Adds `report` to `out`. Several processes may do so at once: the last one sums up all. Throws
// `io`; `usage` when OUT/reports is a link.
History keep_report(const std::filesystem::path& out, const JobReport& report);

}  // namespace epochmill::cluster
