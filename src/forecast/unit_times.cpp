#include "forecast/unit_times.hpp"

#include <algorithm>
#include <functional>
#include <queue>

#include "streams/distributions.hpp"

namespace epochmill::forecast {
namespace {

// So many units of a kind are drawn; those beyond have the times of these.
constexpr std::uint64_t kRounds = 32;

SampleCost mean_of(const std::vector<SampleCost>& samples) {
  SampleCost sum;
  for (const SampleCost& one : samples) {
    sum.read_s += one.read_s;
    sum.decode_s += one.decode_s;
    sum.augment_s += one.augment_s;
    sum.encode_s += one.encode_s;
    sum.write_s += one.write_s;
  }
  const auto n = static_cast<double>(samples.size());
  return {sum.read_s / n, sum.decode_s / n, sum.augment_s / n, sum.encode_s / n, sum.write_s / n};
}

}  // namespace

UnitTimes::UnitTimes(const Calibration& calibration, int threads, std::uint64_t views,
                     std::uint64_t epochs_together, std::uint64_t seed)
    : calibration_(calibration),
      threads_(threads),
      views_(views),
      epochs_together_(epochs_together),
      seed_(seed),
      mean_(mean_of(calibration.samples)) {}

std::uint64_t UnitTimes::readings(std::uint64_t epochs) const {
  return (epochs + epochs_together_ - 1) / epochs_together_;
}

double UnitTimes::sample_s(const SampleCost& cost, std::uint64_t epochs) const {
  const double image_s = cost.augment_s + cost.encode_s + cost.write_s;
  return static_cast<double>(readings(epochs)) *
             (cost.read_s + cost.decode_s + calibration_.other_s) +
         static_cast<double>(epochs * views_) * image_s;
}

double UnitTimes::making_s(const Unit& unit, std::uint64_t number) {
  std::vector<double>& drawn = drawn_[unit];
  const std::uint64_t round = number % kRounds;
  while (drawn.size() <= round) drawn.push_back(draw_making_s(unit, drawn.size()));
  return drawn[round];
}

// Each thread takes the next sample when it is free, as run::parallel_for has it.
double UnitTimes::draw_making_s(const Unit& unit, std::uint64_t round) const {
  std::priority_queue<double, std::vector<double>, std::greater<>> free_at;
  for (int thread = 0; thread < threads_; ++thread) free_at.push(0);
  double end_s = 0;
  for (std::uint64_t i = 0; i < unit.samples; ++i) {
    const streams::Address address{.epoch = static_cast<std::uint32_t>(unit.epochs),
                                   .sample = round * unit.samples + i,
                                   .op = streams::kForecastOp};
    const auto which = static_cast<std::size_t>(
        streams::integer_between(streams::Stream(seed_, address), 0, 0,
                                 static_cast<std::int64_t>(calibration_.samples.size())));
    const double end = free_at.top() + sample_s(calibration_.samples[which], unit.epochs);
    free_at.pop();
    free_at.push(end);
    end_s = std::max(end_s, end);
  }
  return end_s;
}

}  // namespace epochmill::forecast
