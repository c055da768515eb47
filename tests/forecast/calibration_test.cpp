#include "forecast/calibration.hpp"

#include <gmock/gmock.h>

#include "calibrations.hpp"
#include "error_of.hpp"

namespace epochmill::forecast {
namespace {

using testing::HasSubstr;

TEST(Calibration, ComesBackFromJson) {
  Calibration calibration = plain_calibration(0.25, 0.125);
  calibration.cores = 4;
  calibration.slowdowns = {{1, 1.0}, {4, 1.5}};
  calibration.sync_bytes_per_s = 1e9;
  const std::string json = to_json(calibration);
  const Calibration back = parse_calibration(json, "c.json");
  EXPECT_EQ(to_json(back), json);
  EXPECT_EQ(back.cores, 4);
  EXPECT_EQ(back.samples.front().decode_s, 0.25);
  EXPECT_EQ(back.slowdowns.back().factor, 1.5);
}

TEST(Calibration, RefusesWhatItIsNot) {
  const auto fault = [](const std::string& json) {
    return std::string(error_of([&] { parse_calibration(json, "c.json"); }).what());
  };
  EXPECT_THAT(fault("{"), HasSubstr("c.json is no calibration"));
  EXPECT_THAT(fault("{}"), HasSubstr("epochmill-calibration"));
  Calibration nothing = plain_calibration(1, 1);
  nothing.samples.clear();
  EXPECT_THAT(fault(to_json(nothing)), HasSubstr("`samples` is empty"));
  Calibration negative = plain_calibration(-1, 1);
  EXPECT_THAT(fault(to_json(negative)), HasSubstr("`decode_s`: expected a number of 0 or more"));
  Calibration unsorted = plain_calibration(1, 1);
  unsorted.slowdowns = {{1, 1.0}, {4, 1.5}, {2, 1.2}};
  EXPECT_THAT(fault(to_json(unsorted)), HasSubstr("ascending"));
}

TEST(Calibration, SlowsDownBetweenAndBeyondWhatWasMeasured) {
  Calibration calibration = plain_calibration(1, 1);
  calibration.slowdowns = {{1, 1.0}, {2, 1.2}, {4, 2.0}};
  EXPECT_DOUBLE_EQ(slowdown(calibration, 1, 4), 1.0);
  EXPECT_DOUBLE_EQ(slowdown(calibration, 2, 4), 1.2);
  EXPECT_DOUBLE_EQ(slowdown(calibration, 3, 4), 1.6);
  EXPECT_DOUBLE_EQ(slowdown(calibration, 8, 8), 2.0);
  // Eight threads on four cores: as four, and each core for two.
  EXPECT_DOUBLE_EQ(slowdown(calibration, 8, 4), 4.0);
  EXPECT_DOUBLE_EQ(slowdown(calibration, 3, 1), 3.0);
}

}  // namespace
}  // namespace epochmill::forecast
