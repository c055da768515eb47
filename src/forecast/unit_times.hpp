// How long a work unit keeps the threads of a rank busy: measured costs of samples, drawn again
// and again, and put through the loop over threads.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "forecast/calibration.hpp"

namespace epochmill::forecast {

// A shard's samples in some of its epochs.
struct Unit {
  std::uint64_t samples = 0;
  std::uint64_t epochs = 0;
  bool operator<(const Unit& other) const {
    return samples != other.samples ? samples < other.samples : epochs < other.epochs;
  }
};

// One thread has one object.
class UnitTimes {
 public:
  // `views` rows of each sample in an epoch; as many as `epochs_together` epochs are made from one
  // reading of a sample.
  UnitTimes(const Calibration& calibration, int threads, std::uint64_t views,
            std::uint64_t epochs_together, std::uint64_t seed);

  // Seconds from the first sample of the `number`-th unit of a job to the last. The same for the
  // same arguments.
  double making_s(const Unit& unit, std::uint64_t number);

  // Of a sample that costs as much as all do in the mean.
  const SampleCost& mean() const { return mean_; }
  double mean_sample_s(std::uint64_t epochs) const { return sample_s(mean_, epochs); }
  // How often a sample of such a unit is read and decoded.
  std::uint64_t readings(std::uint64_t epochs) const;

 private:
  double sample_s(const SampleCost& cost, std::uint64_t epochs) const;
  double draw_making_s(const Unit& unit, std::uint64_t round) const;

  const Calibration& calibration_;
  int threads_;
  std::uint64_t views_;
  std::uint64_t epochs_together_;
  std::uint64_t seed_;
  SampleCost mean_;
  std::map<Unit, std::vector<double>> drawn_;  // some for each kind of unit: there are few kinds
};

}  // namespace epochmill::forecast
