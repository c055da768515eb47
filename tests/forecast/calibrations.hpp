// Calibrations that are made up, for forecasts that can be reckoned by hand.
#pragma once

#include "forecast/calibration.hpp"

namespace epochmill::forecast {

// Every sample takes as long to decode, each image as long to augment; nothing else takes time, and
// cores do not disturb each other.
inline Calibration plain_calibration(double decode_s, double augment_s) {
  Calibration calibration;
  calibration.version = "test";
  calibration.measured_at = "2026-12-01T00:00:00Z";
  calibration.host = "nowhere";
  SampleCost cost;
  cost.decode_s = decode_s;
  cost.augment_s = augment_s;
  calibration.samples = {cost};
  calibration.slowdowns = {{1, 1.0}};
  return calibration;
}

}  // namespace epochmill::forecast
