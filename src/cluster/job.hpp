// A whole job on a team of processes: shards are claimed, made and published; one failure becomes
// one message and stops everybody.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "capi/mpi.hpp"
#include "cluster/claims.hpp"
#include "cluster/report.hpp"
#include "run/workshop.hpp"

namespace epochmill::cluster {

struct Progress {
  std::uint64_t images = 0;
  std::uint64_t images_total = 0;
  double elapsed_s = 0;
};

struct JobOptions {
  std::filesystem::path out;
  int threads = 1;
  std::uint64_t rejected_before = 0;  // samples that earlier runs skipped; of rank 0
  StopRequested stop_requested;       // polled between samples, on every rank
  std::function<void(const Progress&)>
      show_progress;  // called on rank 0 between its samples, often
};

// What rank 0 knows at the end.
struct JobResult {
  JobReport report;
  std::vector<shard::Summary> made;  // the files of all ranks
  std::optional<Failure> failure;
  bool has_hung_rank = false;  // one did not answer a stop: the caller says so, and kills them all
};

// Rank 0: gives out `open`, works itself, and returns when every rank has stopped. `session` is
// null when this process is alone. Does not throw for a failure of the work.
JobResult lead_job(capi::MpiSession* session, const run::Workshop& workshop,
                   std::vector<run::OpenEpochs> open, const JobOptions& options);

// Every other rank: works until rank 0 lets it leave. When rank 0 hangs instead, gives what this
// rank stopped for: rank 0 cannot say it, so the caller does, and kills them all.
std::optional<Failure> join_job(capi::MpiSession& session, const run::Workshop& workshop,
                                const JobOptions& options);

// A rank that cannot even begin: tells rank 0 why, and waits until everybody leaves. False
// when rank 0 hangs.
bool join_job_in_vain(capi::MpiSession& session, const Failure& failure);

}  // namespace epochmill::cluster
