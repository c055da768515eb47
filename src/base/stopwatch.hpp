// Seconds since construction, for reports. Nothing that reaches the data may look at it.
#pragma once

#include <chrono>

namespace epochmill {

class Stopwatch {
 public:
  double elapsed_s() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace epochmill
