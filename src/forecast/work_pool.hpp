// What rank 0 has left to give out, in numbers alone.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "forecast/forecast.hpp"
#include "forecast/unit_times.hpp"
#include "plan/work_units.hpp"

namespace epochmill::forecast {

class WorkPool {
 public:
  WorkPool(const Work& work, int ranks);

  // The next unit; none when all are given out.
  std::optional<Unit> next();
  // The job is started anew, with `lost` units that were given out and not made.
  void begin_again(const std::vector<Unit>& lost);

 private:
  const Work& work_;
  std::uint64_t ranks_;
  plan::WorkUnits units_;
  std::uint64_t shard_ = 0;  // the next one that nobody has begun
  std::vector<Unit> begun_;  // what nobody has of shards that somebody has begun; last first
};

}  // namespace epochmill::forecast
