// What a few samples cost and look like: the ground of `plan`'s estimates.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/sample_pipeline.hpp"
#include "run/workshop.hpp"

namespace epochmill::cli {

// A mean, and how well it is known.
class Mean {
 public:
  void add(double value) {
    ++count_;
    sum_ += value;
    squares_ += value * value;
  }
  std::uint64_t count() const { return count_; }
  double value() const { return sum_ / static_cast<double>(count_); }
  // Standard error, as a share of the mean.
  double relative_error() const;

 private:
  std::uint64_t count_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

// What a few samples, evenly spread over the catalog, cost and look like.
struct Calibration {
  std::uint64_t samples = 0;
  std::uint64_t images = 0;
  run::StageTimes times;
  Mean row_bytes;                // encoded, per image; of each sample probed
  std::vector<double> outcomes;  // per sample, ascending
  std::uint64_t largest_pixels = 0;
  std::vector<std::string> bad;  // samples that failed
};

// Makes some samples, evenly spread over the catalog, on one thread; more where encoded pictures
// differ much in size. A few seconds; bad samples are listed.
Calibration calibrate(const run::Workshop& workshop);

}  // namespace epochmill::cli
