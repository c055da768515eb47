#include "forecast/unit_times.hpp"

#include <gtest/gtest.h>

#include "calibrations.hpp"

namespace epochmill::forecast {
namespace {

TEST(UnitTimes, ReadsASampleOnceForAllEpochsTogether) {
  const Calibration calibration = plain_calibration(1, 0.25);
  UnitTimes times(calibration, 1, 1, 8, 1);
  EXPECT_DOUBLE_EQ(times.making_s({10, 4}, 0), 10 * (1 + 4 * 0.25));
  EXPECT_DOUBLE_EQ(times.making_s({10, 9}, 0), 10 * (2 + 9 * 0.25));
  UnitTimes two_views(calibration, 1, 2, 8, 1);
  EXPECT_DOUBLE_EQ(two_views.making_s({10, 4}, 0), 10 * (1 + 8 * 0.25));
}

TEST(UnitTimes, GivesSamplesToThreadsAsTheyBecomeFree) {
  const Calibration calibration = plain_calibration(1, 0);
  UnitTimes times(calibration, 4, 1, 8, 1);
  EXPECT_DOUBLE_EQ(times.making_s({8, 1}, 0), 2);
  EXPECT_DOUBLE_EQ(times.making_s({9, 1}, 0), 3);
}

// The mean of many units is that of the samples, and single units scatter as sums of them do.
TEST(UnitTimes, DrawsFromWhatWasMeasured) {
  Calibration calibration = plain_calibration(1, 0);
  calibration.samples.push_back(calibration.samples.front());
  calibration.samples.back().decode_s = 3;
  UnitTimes times(calibration, 1, 1, 1, 1);
  constexpr int kUnits = 32;
  constexpr std::uint64_t kSamples = 400;
  double sum = 0;
  double squares = 0;
  for (std::uint64_t i = 0; i < kUnits; ++i) {
    const double made = times.making_s({kSamples, 1}, i);
    sum += made;
    squares += made * made;
  }
  const double mean = sum / kUnits;
  EXPECT_NEAR(mean, 800, 4 * 20 / 5.7);  // four standard errors: sqrt(400) / sqrt(32)
  const double variance = squares / kUnits - mean * mean;
  EXPECT_GT(variance, 400 * 0.3);
  EXPECT_LT(variance, 400 * 2.5);
  EXPECT_EQ(times.making_s({kSamples, 1}, 3), times.making_s({kSamples, 1}, 3));
}

}  // namespace
}  // namespace epochmill::forecast
