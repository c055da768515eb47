#include "forecast/forecast.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "forecast/simulation.hpp"

namespace epochmill::forecast {
namespace {

// A file's way into the manifest: taken in from its rank's report, listed, written. Seconds of CPU
// by benchmarks/manifest_rate with 3,000,000 files (docs/performance.md).
constexpr double kManifestLine_s = 3e-6;

void check(const Work& work, const Cluster& cluster) {
  if (cluster.nodes < 1 || cluster.ranks_per_node < 1 || cluster.threads < 1 || cluster.cores < 1 ||
      cluster.nodes_per_machine < 1) {
    throw usage_error(
        "a forecast needs at least one node, rank, thread and core; found {} nodes of {} ranks of "
        "{} threads on {} cores",
        cluster.nodes, cluster.ranks_per_node, cluster.threads, cluster.cores);
  }
  if (work.samples == 0 || work.epochs == 0 || work.shard_rows == 0 || work.epochs_together == 0)
    throw usage_error("a forecast needs samples, epochs, and shards with rows");
}

}  // namespace

Share Forecast::bottleneck() const {
  return static_cast<Share>(std::ranges::max_element(shares) - shares.begin());
}

Forecast forecast(const Calibration& calibration, const Work& work, const Cluster& cluster,
                  std::uint64_t seed) {
  check(work, cluster);
  const double start_s =
      calibration.start_s + calibration.list_s * static_cast<double>(work.samples);
  Forecast result = Simulation(calibration, work, cluster, start_s, seed).run();
  result.start_s = start_s;
  result.end_s = kManifestLine_s * static_cast<double>(work.files());
  const double ranks = cluster.ranks();
  result.share(Share::kRank0) += (result.start_s + result.end_s) * ranks;
  for (double& share : result.shares) share /= result.total_s() * ranks;
  return result;
}

}  // namespace epochmill::forecast
