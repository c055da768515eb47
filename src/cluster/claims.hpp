// Shards are shared out by rank 0, one or a part of one at a time, to whoever asks. Both ends of
// that conversation.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/stopwatch.hpp"
#include "capi/mpi.hpp"
#include "cluster/messages.hpp"
#include "cluster/report.hpp"
#include "cluster/task_pool.hpp"

namespace epochmill::cluster {

// Thrown between two samples when the team has to stop for another rank's sake; never leaves this
// room.
struct TeamStops {};

// Set by a signal handler.
using StopRequested = std::function<bool()>;

// Rank 0's end. Serves the others between its own samples, so that it works too; needs no thread of
// its own.
class ClaimDesk {
 public:
  // `session` is null when this process is alone.
  ClaimDesk(capi::MpiSession* session, TaskPool tasks);

  // The next shard for rank 0 itself; none when all are given out or the team stops.
  std::optional<run::ShardTask> next();
  // Answers the messages that have come, of claims one for each other rank at most: however fast
  // they ask, rank 0 comes back to its own work. Never waits.
  void serve();
  // Notes a failure of `rank` and tells everybody to stop. A failure outweighs a mere stop, and the
  // first one stays.
  void fail(int rank, const Failure& failure);
  // Serves until every other rank is done, calling `between` all the while. False when the team
  // stops and a rank has not answered within `patience_s`: it hangs, and can only be killed.
  bool wait_for_all(double patience_s, const run::Between& between);
  // Lets every rank leave.
  void say_bye();

  bool is_stopping() const { return failure_.has_value(); }
  const std::optional<Failure>& failure() const { return failure_; }
  // What other ranks have done so far, as far as they have told.
  Done done_elsewhere() const;
  // Of the ranks that are done. Reading them takes its time, so not while they wait. Once.
  std::vector<RankReport> take_reports();

 private:
  void answer(const capi::MpiSession::Message& message);
  void send(int rank, Tag tag, ByteView message);
  int others() const;

  capi::MpiSession* session_;
  TaskPool tasks_;
  std::vector<Done> done_;      // per rank, so far
  std::vector<Bytes> reports_;  // as they came, of ranks that are done
  std::vector<bool> is_done_;   // per rank: at the end
  std::optional<Failure> failure_;
  Stopwatch since_stop_;
};

// The other ranks' end.
class ClaimClient {
 public:
  ClaimClient(capi::MpiSession& session, StopRequested stop_requested);

  // Asks for a shard, unless that is done already, and waits for the answer, without holding the
  // core. Throws TeamStops, or `stopped` for a signal.
  std::optional<run::ShardTask> next();
  // Asks for the shard that next() will give, so that the answer is there by then: rank 0 answers
  // between two samples only. Once for each shard, however often it is called.
  void ask_ahead();
  // Between two samples: reports progress now and then. Throws as next().
  void between(const Done& done);
  // Tells rank 0 of a failure here.
  void fail(const Failure& failure);
  // Hands the report in and waits until rank 0 lets everybody leave. False when the team stops and
  // rank 0 has not answered within `patience_s`: it hangs, and can only be killed.
  bool finish(const RankReport& report, double patience_s);

  double wait_s() const { return wait_s_; }

 private:
  void listen();

  capi::MpiSession& session_;
  StopRequested stop_requested_;
  Stopwatch since_progress_;
  double progress_every_s_;
  double wait_s_ = 0;
  bool has_asked_ = false;
  std::optional<Bytes> grant_;  // the answer
  bool is_stopping_ = false;
};

// Throws `stopped`, saying what a rerun does.
void throw_if_requested(const StopRequested& stop_requested);

}  // namespace epochmill::cluster
