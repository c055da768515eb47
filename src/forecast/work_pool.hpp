// What rank 0 has left to give out, in numbers only: the forecast's copy of cluster::ClaimDesk's.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "forecast/forecast.hpp"
#include "forecast/unit_times.hpp"

namespace epochmill::forecast {

class WorkPool {
 public:
  WorkPool(const Work& work, int ranks) : work_(work), ranks_(ranks), left_(work.files()) {}

  // The next unit; none when all are given out.
  std::optional<Unit> next();
  // A unit that was given out and not made.
  void give_back(const Unit& unit);

 private:
  Unit take(Unit& open);

  const Work& work_;
  int ranks_;
  std::uint64_t left_;       // files
  std::uint64_t shard_ = 0;  // the next one that nobody has begun
  Unit open_;                // of the shard before it: the epochs that nobody has begun
  std::vector<Unit> returned_;
};

}  // namespace epochmill::forecast
