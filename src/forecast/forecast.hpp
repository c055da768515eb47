// How long a job will take on a cluster, and what it will wait for: a discrete-event simulation of
// ranks that claim work units from rank 0, make them on shared cores, and sync them to a shared
// file system. docs/scaling.md has the equations, and how far they were right.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "forecast/calibration.hpp"

namespace epochmill::forecast {

// The work.
struct Work {
  std::uint64_t samples = 0;
  std::uint64_t epochs = 1;
  std::uint64_t shard_rows = 1;       // samples of a full shard
  std::uint64_t views = 1;            // rows of a sample in an epoch
  std::uint64_t epochs_together = 1;  // made from one reading of a sample
  std::uint64_t shards() const { return (samples + shard_rows - 1) / shard_rows; }
  std::uint64_t files() const { return shards() * epochs; }
  std::uint64_t images() const { return samples * epochs * views; }
};

// The machines. What is 0 where that says "none" is without bound.
struct Cluster {
  int nodes = 1;
  int ranks_per_node = 1;
  int threads = 1;               // of a rank
  int cores = 1;                 // of a machine
  int nodes_per_machine = 1;     // more than 1: nodes that only pretend to be machines
  double write_bytes_per_s = 0;  // of the file system, from all nodes together; 0: none
  double read_bytes_per_s = 0;   // likewise
  double node_mtbf_s = 0;        // mean time between failures of one node; 0: none fails
  double requeue_s = 60;         // from a failure to the job's next start
  int ranks() const { return nodes * ranks_per_node; }
};

// What the time of ranks goes into.
enum class Share {
  kRead,
  kDecode,
  kAugment,
  kEncode,
  kWrite,       // into the page cache
  kFiles,       // creating, checking, finishing and renaming
  kCores,       // slower than alone: memory, caches and cores are shared
  kStorage,     // waiting for bandwidth
  kClaims,      // waiting for rank 0's answer
  kStragglers,  // waiting for the last sample of a unit, and for the last unit of the job
  kFailures,    // work that is lost, and starting again
  kRank0,       // waiting while rank 0 lists the source, and writes the manifest
};
inline constexpr std::array kShareNames = {"read",   "decode",     "augment",      "encode",
                                           "write",  "files",      "core sharing", "storage",
                                           "claims", "stragglers", "failures",     "rank 0"};

struct Forecast {
  Cluster cluster;
  double start_s = 0;  // until the first sample is begun
  double job_s = 0;    // from there to the last shard; what `run` reports
  double end_s = 0;    // the manifest
  std::array<double, kShareNames.size()> shares{};  // of ranks x total_s(); they add up to 1
  std::uint64_t units = 0;
  std::uint64_t failures = 0;
  double desk_busy = 0;     // share of job_s in which rank 0 answers claims
  double first_idle_s = 0;  // when the first rank found nothing left, since the job's start
  double total_s() const { return start_s + job_s + end_s; }
  double& share(Share which) { return shares[static_cast<std::size_t>(which)]; }
  double share(Share which) const { return shares[static_cast<std::size_t>(which)]; }
  // The largest share.
  Share bottleneck() const;
};

// The same arguments give the same result. Throws `usage` for a cluster without a node, rank,
// thread or core, and where nodes fail too often for any shard to be finished.
Forecast forecast(const Calibration& calibration, const Work& work, const Cluster& cluster,
                  std::uint64_t seed);

}  // namespace epochmill::forecast
