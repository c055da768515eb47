#include "forecast/simulation.hpp"

#include <algorithm>
#include <limits>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "base/strict_math.hpp"
#include "streams/distributions.hpp"

namespace epochmill::forecast {
namespace {

// What rank 0 pays for a claim with its answer, and for each other rank when it looks for messages:
// measured over TCP by benchmarks/claim_rate (docs/performance.md).
constexpr double kClaim_s = 27e-6;
constexpr double kLookForRank_s = 5.4e-9;
// Rank 0 without work of its own looks so often.
constexpr double kIdleLook_s = 1e-3;
// A rank asks for its next unit when each of its threads has so many samples left
// (cluster/job.cpp).
constexpr double kSamplesAhead = 2;

// After so many failures without a finished unit between them, the job is given up.
constexpr std::uint64_t kMostFailuresInVain = 1000;

constexpr double kNever = std::numeric_limits<double>::infinity();

// What a number is drawn for.
constexpr std::uint32_t kLookOfRank0 = 1;
constexpr std::uint32_t kNodeFailure = 2;

}  // namespace

Simulation::Simulation(const Calibration& calibration, const Work& work, const Cluster& cluster,
                       double restart_s, std::uint64_t seed)
    : calibration_(calibration),
      work_(work),
      cluster_(cluster),
      restart_s_(restart_s),
      seed_(seed),
      times_(calibration, cluster.threads, work.views, work.epochs_together, seed),
      pool_(work, cluster.ranks()),
      ranks_(checked_cast<std::size_t>(cluster.ranks())),
      storage_([this](std::size_t flows) { return flow_rate(flows); }),
      next_failure_(kNever) {
  const int machines = (cluster.nodes + cluster.nodes_per_machine - 1) / cluster.nodes_per_machine;
  machines_.assign(checked_cast<std::size_t>(machines),
                   SharedResource([this](std::size_t units) { return core_rate(units); }));
  versions_.resize(machines_.size());
}

Forecast Simulation::run() {
  result_.cluster = cluster_;
  result_.first_idle_s = kNever;
  if (cluster_.node_mtbf_s > 0) next_failure_ = failure_gap_s();
  begin_all();
  while (step()) {
  }
  for (const Rank& rank : ranks_) result_.share(Share::kStragglers) += now_ - rank.began;
  result_.job_s = now_;
  result_.desk_busy = desk_s_ / now_;
  return result_;
}

void Simulation::begin_all() {
  ++starts_;
  working_ = ranks_.size();
  desk_free_ = now_;
  for (std::uint32_t which = 0; which < ranks_.size(); ++which) {
    ranks_[which] = Rank();
    ranks_[which].began = now_;
    push(which == 0 ? now_ : answer(now_), What::kBegin, which, starts_);
  }
}

bool Simulation::step() {
  if (working_ == 0) return false;
  const double event_at = events_.empty() ? kNever : events_.top().at;
  const double sync_at = storage_.is_idle() ? kNever : storage_.next_end();
  now_ = std::min({event_at, sync_at, next_failure_});
  if (next_failure_ == now_) {
    fail();
  } else if (sync_at == now_) {
    end_unit(storage_.end_next(now_));
  } else {
    const Event event = events_.top();
    events_.pop();
    handle(event);
  }
  return true;
}

void Simulation::handle(const Event& event) {
  switch (event.what) {
    case What::kBegin:
      if (event.version == starts_) begin_unit(event.which);
      return;
    case What::kMachine:
      if (event.version == versions_[event.which]) end_making(event.which);
      return;
    case What::kSync:
      if (event.version == starts_) begin_sync(event.which);
      return;
    case What::kRestart:
      begin_all();
      return;
  }
}

void Simulation::begin_unit(std::uint32_t which) {
  Rank& rank = ranks_[which];
  const auto unit = pool_.next();
  if (!unit) {
    rank.is_working = false;
    rank.began = now_;
    result_.first_idle_s = std::min(result_.first_idle_s, now_);
    --working_;
    return;
  }
  result_.share(Share::kClaims) += now_ - rank.began;
  rank.unit = *unit;
  rank.began = now_;
  rank.making_s = times_.making_s(*unit, result_.units++);
  rank.read_until = now_ + read_s(*unit);
  double work_s = rank.making_s + files_s(*unit);
  if (which == 0) {
    const double looks = static_cast<double>(unit->samples) / cluster_.threads;
    work_s += serving_s_ + looks * kLookForRank_s * static_cast<double>(ranks_.size() - 1);
    serving_s_ = 0;
  }
  machines_[machine_of(which)].begin(which, work_s, now_);
  await(machine_of(which));
}

void Simulation::end_making(std::uint32_t machine) {
  const std::uint32_t which = machines_[machine].end_next(now_);
  await(machine);
  Rank& rank = ranks_[which];
  if (which != 0) {
    const double busy_s = now_ - rank.began;
    const double slower = busy_s / (rank.making_s + files_s(rank.unit));
    const double ahead_s = kSamplesAhead * times_.mean_sample_s(rank.unit.epochs) * slower;
    rank.granted_at = answer(now_ - std::min(busy_s / 2, ahead_s));
  }
  if (rank.read_until > now_) {
    push(rank.read_until, What::kSync, which, starts_);
  } else {
    begin_sync(which);
  }
}

void Simulation::begin_sync(std::uint32_t which) {
  ranks_[which].made_at = now_;
  if (has_slow_storage()) {
    storage_.begin(which, images_of(ranks_[which].unit) * calibration_.image_bytes, now_);
  } else {
    end_unit(which);
  }
}

void Simulation::end_unit(std::uint32_t which) {
  Rank& rank = ranks_[which];
  account(rank);
  failures_in_vain_ = 0;
  rank.unit = {};
  rank.began = now_;
  push(std::max(now_, rank.granted_at), What::kBegin, which, starts_);
}

// Slurm ends the whole step; the job is queued again, and makes what was not finished.
void Simulation::fail() {
  ++result_.failures;
  if (++failures_in_vain_ > kMostFailuresInVain) {
    throw usage_error(
        "a job on {} nodes never ends: a node fails every {:.0f} s, before any shard is finished; "
        "expected fewer nodes, smaller shards, or a longer --node-mtbf",
        cluster_.nodes, cluster_.node_mtbf_s / cluster_.nodes);
  }
  std::vector<Unit> lost;
  for (const Rank& rank : ranks_) {
    result_.share(rank.is_working ? Share::kFailures : Share::kStragglers) += now_ - rank.began;
    if (rank.unit.epochs > 0) lost.push_back(rank.unit);
  }
  pool_.begin_again(lost);
  for (SharedResource& machine : machines_) machine.clear();
  for (std::uint64_t& version : versions_) ++version;
  storage_.clear();
  ++starts_;  // what was to come is void
  const double gone_s = cluster_.requeue_s + restart_s_;
  result_.share(Share::kFailures) += gone_s * static_cast<double>(ranks_.size());
  push(now_ + gone_s, What::kRestart, 0, starts_);
  next_failure_ = now_ + gone_s + failure_gap_s();
}

void Simulation::push(double at, What what, std::uint32_t which, std::uint64_t version) {
  events_.push({at, order_++, what, which, version});
}

void Simulation::await(std::uint32_t machine) {
  ++versions_[machine];
  if (!machines_[machine].is_idle())
    push(machines_[machine].next_end(), What::kMachine, machine, versions_[machine]);
}

std::uint32_t Simulation::machine_of(std::uint32_t rank) const {
  return rank / static_cast<std::uint32_t>(cluster_.ranks_per_node * cluster_.nodes_per_machine);
}

double Simulation::answer(double asked) {
  const Rank& rank0 = ranks_[0];
  const double look_s =
      rank0.unit.epochs > 0 ? times_.mean_sample_s(rank0.unit.epochs) : kIdleLook_s;
  const double seen = asked + uniform(kLookOfRank0, claims_++) * look_s;
  desk_free_ = std::max(desk_free_, seen) + kClaim_s;
  serving_s_ += kClaim_s;
  desk_s_ += kClaim_s;
  return desk_free_;
}

// Of a unit that is finished: where its time went.
void Simulation::account(const Rank& rank) {
  const Unit& unit = rank.unit;
  const SampleCost& mean = times_.mean();
  const double readings =
      static_cast<double>(unit.samples * times_.readings(unit.epochs)) / cluster_.threads;
  const double images = images_of(unit) / cluster_.threads;
  const double loop_s = readings * calibration_.other_s;
  result_.share(Share::kRead) += readings * mean.read_s;
  result_.share(Share::kDecode) += readings * mean.decode_s;
  result_.share(Share::kAugment) += images * mean.augment_s;
  result_.share(Share::kEncode) += images * mean.encode_s;
  result_.share(Share::kWrite) += images * mean.write_s;
  result_.share(Share::kFiles) += files_s(unit) + loop_s;
  const double busy_s = readings * (mean.read_s + mean.decode_s) + loop_s +
                        images * (mean.augment_s + mean.encode_s + mean.write_s);
  result_.share(Share::kStragglers) += rank.making_s - busy_s;
  const double alone_s = rank.making_s + files_s(unit);
  result_.share(Share::kCores) += rank.made_at - rank.began - alone_s;
  result_.share(Share::kStorage) += now_ - rank.made_at;
}

// Work per second of each unit when a machine has `units` at work.
double Simulation::core_rate(std::size_t units) const {
  const double busy = static_cast<double>(units) * cluster_.threads;
  return 1 / slowdown(calibration_, busy, cluster_.cores);
}

// Bytes per second of each of `flows` syncs.
double Simulation::flow_rate(std::size_t flows) const {
  const auto n = static_cast<double>(flows);
  double rate = kNever;
  if (calibration_.sync_bytes_per_s > 0) rate = calibration_.sync_bytes_per_s;
  if (calibration_.write_bytes_per_s > 0) {
    const double machines = std::min(n, static_cast<double>(machines_.size()));
    rate = std::min(rate, calibration_.write_bytes_per_s * machines / n);
  }
  if (cluster_.write_bytes_per_s > 0) rate = std::min(rate, cluster_.write_bytes_per_s / n);
  return rate;
}

bool Simulation::has_slow_storage() const { return flow_rate(1) < kNever; }

double Simulation::images_of(const Unit& unit) const {
  return static_cast<double>(unit.samples * unit.epochs * work_.views);
}

double Simulation::files_s(const Unit& unit) const {
  return static_cast<double>(unit.epochs) * calibration_.file_s +
         images_of(unit) * calibration_.check_s / cluster_.threads;
}

// While all ranks read at once.
double Simulation::read_s(const Unit& unit) const {
  if (cluster_.read_bytes_per_s <= 0) return 0;
  return static_cast<double>(unit.samples * times_.readings(unit.epochs)) *
         calibration_.sample_bytes * static_cast<double>(ranks_.size()) / cluster_.read_bytes_per_s;
}

double Simulation::uniform(std::uint32_t purpose, std::uint64_t number) const {
  const streams::Address address{.rank = purpose, .sample = number, .op = streams::kForecastOp};
  return streams::uniform(streams::Stream(seed_, address), 0);
}

// Until any node fails: exponential.
double Simulation::failure_gap_s() const {
  const double u = uniform(kNodeFailure, result_.failures);
  return -strict::log(1 - u) * cluster_.node_mtbf_s / cluster_.nodes;
}

}  // namespace epochmill::forecast
