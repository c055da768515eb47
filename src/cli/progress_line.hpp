// Progress of long work: one line that is written over on a terminal, a plain line every 30 s in a
// log.
#pragma once

#include <cstdint>
#include <string>

#include "base/stopwatch.hpp"

namespace epochmill::cli {

class ProgressLine {
 public:
  // `what` is counted: "images".
  explicit ProgressLine(std::string what);
  // Ends the line that stands on the terminal.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Cheap enough to be called between samples: writes only when it is time to.
  void show(std::uint64_t done, std::uint64_t total);

 private:
  std::string what_;
  bool is_terminal_;
  bool has_line_ = false;
  Stopwatch since_start_;
  Stopwatch since_shown_;
};

// "2 h 05 min", "3 min 20 s", "4.2 s".
std::string duration_text(double seconds);
// "1.3 GiB".
std::string bytes_text(double bytes);

}  // namespace epochmill::cli
