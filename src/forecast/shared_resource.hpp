// Something that jobs share evenly while they use it: the cores of a machine, the bandwidth of a
// file system. What a job gets depends on how many there are at the moment (processor sharing,
// Kleinrock 1967).
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace epochmill::forecast {

// Time is in seconds and never goes back.
class SharedResource {
 public:
  // Work per second that each of `jobs` jobs (1 or more) gets.
  using Rate = std::function<double(std::size_t jobs)>;

  explicit SharedResource(Rate rate) : rate_(std::move(rate)) {}

  // `job` begins at `now`, and is through when it has got `work`.
  void begin(std::uint32_t job, double work, double now);
  bool is_idle() const { return jobs_.empty(); }
  // When the next job is through, if none begins before. There must be one.
  double next_end() const;
  // That job; it leaves at `now`, which is next_end().
  std::uint32_t end_next(double now);
  // Nobody is there any more.
  void clear() { jobs_ = {}; }

 private:
  void advance(double now);

  struct Job {
    double end;  // on the clock of work below
    std::uint64_t order;
    std::uint32_t job;
    // The earliest on top; of two at once the one that came first.
    bool operator<(const Job& other) const {
      return end != other.end ? end > other.end : order > other.order;
    }
  };

  Rate rate_;
  std::priority_queue<Job> jobs_;
  double now_ = 0;
  double work_ = 0;  // what a job would have got that was there all the while
  std::uint64_t begun_ = 0;
};

}  // namespace epochmill::forecast
