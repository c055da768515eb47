#include "cluster/job.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <iterator>
#include <utility>

#include "base/stopwatch.hpp"
#include "capi/file.hpp"
#include "capi/process.hpp"

namespace epochmill::cluster {
namespace {

// Ranks look for a stop between two samples; a sample takes well under a second. Rank 0 is the
// first to lose patience, since it knows more; mpirun then needs two seconds to kill a rank that
// stands still, and all must be gone within ten.
constexpr double kPatience_s = 5.0;
constexpr double kPatienceWithRank0_s = 6.0;

// Samples that each thread has left to make when its rank asks for the next shard: rank 0 answers
// after one of its own. More would only leave others without work at the end of the job.
constexpr std::uint64_t kSamplesAhead = 2;

// Warnings that a rank remembers: a bad camera gives one for every photo, and memory is bounded.
constexpr std::uint64_t kMostWarnings = 1000;

// The work of one rank, whichever way its shards come.
class RankWork {
 public:
  RankWork(const run::Workshop& workshop, const JobOptions& options, int rank)
      : workshop_(workshop), options_(options), most_files_(run::most_open_files()) {
    report_.rank = rank;
    report_.host = capi::host_name();
    report_.cores = capi::cores_of_threads(options.threads);
    report_.threads = options.threads;
  }

  // Of rejected samples those of finished shards.
  Done done() const { return {rows(), report_.tally.rejected}; }

  // Whether the shard at hand has so little left that the next one should be asked for.
  bool is_nearly_through() const { return rows() >= ask_at_; }

  void make(const run::ShardTask& task, const run::Between& between) {
    const std::uint64_t images = workshop_.plan().rows_of(task.shard) * task.epochs.size();
    const std::uint64_t ahead =
        kSamplesAhead * static_cast<std::uint64_t>(options_.threads) * task.epochs.size();
    ask_at_ = rows() + images - std::min(ahead, images / 2);
    const auto count = [this](std::uint64_t rows) {
      rows_.fetch_add(rows, std::memory_order_relaxed);
    };
    const double start_s = since_start_.elapsed_s();
    run::BuiltShard built;
    try {
      run::build_shard(workshop_, options_.out, task, options_.threads, most_files_, between, count,
                       built);
    } catch (...) {
      note(task, built, start_s);
      throw;
    }
    const double elapsed_s = note(task, built, start_s);
    if (elapsed_s > report_.slowest.elapsed_s)
      report_.slowest = {task.shard, built.tally.images, elapsed_s};
  }

  // Once, at the end.
  RankReport report(double wait_s) {
    report_.elapsed_s = since_start_.elapsed_s();
    report_.timeline = timeline_.entries();
    report_.wait_s = wait_s;
    report_.cpu_s = capi::cpu_time_s();
    report_.peak_memory_bytes = capi::peak_memory_bytes();
    if (warnings_ > kMostWarnings) {
      report_.warnings.push_back(
          fmt::format("and {} more on rank {}", warnings_ - kMostWarnings, report_.rank));
    }
    return std::move(report_);
  }

 private:
  std::uint64_t rows() const { return rows_.load(std::memory_order_relaxed); }

  // Gives how long it took.
  double note(const run::ShardTask& task, run::BuiltShard& built, double start_s) {
    const double end_s = since_start_.elapsed_s();
    if (!built.files.empty()) {
      timeline_.add({.shard = built.files.front().shard,
                     .first_epoch = built.files.front().epoch,
                     .epochs = built.files.size(),
                     .start_s = start_s,
                     .end_s = end_s});
    }
    if (!task.is_first) {
      built.tally.forget_samples();
      built.warnings.clear();
    }
    report_.tally += built.tally;
    report_.files.insert(report_.files.end(), built.files.begin(), built.files.end());
    for (const std::string& warning : built.warnings) {
      if (++warnings_ <= kMostWarnings) report_.warnings.push_back(warning);
    }
    return end_s - start_s;
  }

  const run::Workshop& workshop_;
  const JobOptions& options_;
  std::size_t most_files_;
  std::atomic<std::uint64_t> rows_{0};
  std::uint64_t ask_at_ = 0;
  Stopwatch since_start_;
  Timeline timeline_;
  RankReport report_;
  std::uint64_t warnings_ = 0;
};

// The gate between ranks: whatever `work` throws becomes a Failure for `fail`, or nothing for a
// stop of the team.
template <typename Work, typename Fail>
void pass_gate(const Work& work, const Fail& fail) {
  try {
    work();
  } catch (const TeamStops&) {
    return;
  } catch (const std::exception& error) {
    fail({kind_of(error), error.what()});
  }
}

std::vector<shard::Summary> take_files(std::vector<RankReport>& ranks) {
  std::vector<shard::Summary> all;
  for (RankReport& rank : ranks) {
    std::vector<shard::Summary> files = std::exchange(rank.files, {});
    std::move(files.begin(), files.end(), std::back_inserter(all));
  }
  return all;
}

}  // namespace

JobResult lead_job(capi::MpiSession* session, const run::Workshop& workshop,
                   std::vector<run::OpenEpochs> open, const JobOptions& options) {
  const Stopwatch since_start;
  JobResult result;
  result.report.images_total = run::images_of(open, workshop.plan());
  const int ranks = session == nullptr ? 1 : session->size();
  ClaimDesk desk(session, TaskPool(std::move(open), static_cast<std::uint64_t>(ranks)));
  RankWork work(workshop, options, 0);
  const auto show = [&] {
    options.show_progress({work.done().rows + desk.done_elsewhere().rows,
                           result.report.images_total, since_start.elapsed_s()});
  };
  const auto check_budget = [&] {
    const std::uint64_t rejected =
        options.rejected_before + work.done().rejected + desk.done_elsewhere().rejected;
    if (rejected > workshop.plan().rejects_allowed())
      throw run::over_budget(workshop.plan(), rejected);
  };
  const auto between = [&] {
    desk.serve();
    show();
    if (desk.is_stopping()) throw TeamStops{};
    throw_if_requested(options.stop_requested);
    check_budget();
  };
  const auto fail = [&](const Failure& failure) { desk.fail(0, failure); };
  pass_gate(
      [&] {
        between();
        while (const auto task = desk.next()) work.make(*task, between);
      },
      fail);
  const Stopwatch waiting;
  // The others may be long at their last shards: a signal must still be heard, and progress shown.
  result.has_hung_rank = !desk.wait_for_all(kPatience_s, [&] {
    show();
    pass_gate([&] { throw_if_requested(options.stop_requested); }, fail);
    if (!desk.is_stopping()) pass_gate(check_budget, fail);
  });
  if (!desk.is_stopping()) pass_gate(check_budget, fail);
  // Nobody waits for rank 0 while it reads what the others did.
  if (!result.has_hung_rank) desk.say_bye();
  result.report.ranks = desk.take_reports();
  result.report.ranks.push_back(work.report(waiting.elapsed_s()));
  std::sort(result.report.ranks.begin(), result.report.ranks.end(),
            [](const RankReport& a, const RankReport& b) { return a.rank < b.rank; });
  result.made = take_files(result.report.ranks);
  result.report.elapsed_s = since_start.elapsed_s();
  result.failure = desk.failure();
  return result;
}

std::optional<Failure> join_job(capi::MpiSession& session, const run::Workshop& workshop,
                                const JobOptions& options) {
  ClaimClient client(session, options.stop_requested);
  RankWork work(workshop, options, session.rank());
  const auto between = [&] {
    client.between(work.done());
    if (work.is_nearly_through()) client.ask_ahead();
  };
  Failure own{ErrorKind::kStopped, "stopped for another rank's sake"};
  pass_gate(
      [&] {
        while (const auto task = client.next()) work.make(*task, between);
      },
      [&](const Failure& failure) {
        client.fail(failure);
        own = failure;
      });
  return client.finish(work.report(client.wait_s()), kPatienceWithRank0_s) ? std::nullopt
                                                                           : std::optional(own);
}

bool join_job_in_vain(capi::MpiSession& session, const Failure& failure) {
  ClaimClient client(session, [] { return false; });
  client.fail(failure);
  RankReport report;
  report.rank = session.rank();
  return client.finish(report, kPatienceWithRank0_s);
}

}  // namespace epochmill::cluster
