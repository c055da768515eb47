// The events of one job, one after the other.
#pragma once

#include <cstdint>
#include <queue>
#include <vector>

#include "forecast/forecast.hpp"
#include "forecast/shared_resource.hpp"
#include "forecast/unit_times.hpp"
#include "forecast/work_pool.hpp"

namespace epochmill::forecast {

class Simulation {
 public:
  // `restart_s`: what a job that is queued again needs before its first sample. The references must
  // outlive it.
  Simulation(const Calibration& calibration, const Work& work, const Cluster& cluster,
             double restart_s, std::uint64_t seed);
  // Once. Of the result, start_s and end_s are not set, and shares are seconds x ranks. Throws
  // `usage` for a job that never ends because nodes fail too often.
  Forecast run();

 private:
  enum class What { kBegin, kMachine, kSync, kRestart };

  struct Event {
    double at = 0;
    std::uint64_t order = 0;
    What what = What::kBegin;
    std::uint32_t which = 0;    // rank or machine
    std::uint64_t version = 0;  // what has another one by then makes the event void
    // The earliest on top; of two at once the one that came first.
    bool operator<(const Event& other) const {
      return at != other.at ? at > other.at : order > other.order;
    }
  };

  struct Rank {
    Unit unit;               // at hand
    bool is_working = true;  // until nothing is left for it
    double began = 0;        // the unit, or the wait for one
    double making_s = 0;     // the unit's, on cores of its own
    double read_until = 0;   // when the source's file system has given all of it
    double made_at = 0;      // all but the sync
    double granted_at = 0;   // when the answer to the next claim is there
  };

  void begin_all();
  // What happens next. False at the end of the job.
  bool step();
  void handle(const Event& event);
  void begin_unit(std::uint32_t which);
  void end_making(std::uint32_t machine);
  void begin_sync(std::uint32_t which);
  void end_unit(std::uint32_t which);
  void fail();

  void push(double at, What what, std::uint32_t which, std::uint64_t version);
  void await(std::uint32_t machine);
  std::uint32_t machine_of(std::uint32_t rank) const;
  // When rank 0 has answered a claim that came at `asked`.
  double answer(double asked);
  void account(const Rank& rank);

  double core_rate(std::size_t units) const;
  double flow_rate(std::size_t flows) const;
  bool has_slow_storage() const;
  double images_of(const Unit& unit) const;
  double files_s(const Unit& unit) const;
  double read_s(const Unit& unit) const;
  double uniform(std::uint32_t purpose, std::uint64_t number) const;
  double failure_gap_s() const;

  const Calibration& calibration_;
  const Work& work_;
  const Cluster& cluster_;
  double restart_s_;
  std::uint64_t seed_;
  UnitTimes times_;
  WorkPool pool_;
  std::vector<Rank> ranks_;
  std::vector<SharedResource> machines_;
  std::vector<std::uint64_t> versions_;  // of each machine's next end
  SharedResource storage_;
  std::priority_queue<Event> events_;
  std::uint64_t order_ = 0;
  std::uint64_t starts_ = 0;  // of the job
  std::size_t working_ = 0;   // ranks
  double now_ = 0;
  double next_failure_;
  double desk_free_ = 0;  // when rank 0 has answered all claims so far
  double serving_s_ = 0;  // that rank 0's own work has still to be delayed by
  double desk_s_ = 0;
  std::uint64_t claims_ = 0;
  std::uint64_t failures_in_vain_ = 0;  // since a unit was finished
  Forecast result_;
};

}  // namespace epochmill::forecast
