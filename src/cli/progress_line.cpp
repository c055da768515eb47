#include "cli/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

namespace epochmill::cli {
namespace {

constexpr double kTerminalEvery_s = 0.2;
constexpr double kLogEvery_s = 30.0;

}  // namespace

std::string duration_text(double seconds) {
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(seconds + 0.5);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string bytes_text(double bytes) {
  for (const char* unit : {"B", "KiB", "MiB", "GiB", "TiB"}) {
    if (bytes < 1024) return fmt::format("{:.{}f} {}", bytes, unit[1] == '\0' ? 0 : 1, unit);
    bytes /= 1024;
  }
  return fmt::format("{:.1f} PiB", bytes);
}

ProgressLine::ProgressLine(std::string what)
    : what_(std::move(what)), is_terminal_(isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
  if (has_line_) std::fputc('\n', stderr);
}

void ProgressLine::show(std::uint64_t done, std::uint64_t total) {
  const bool is_complete = is_terminal_ && done == total;
  if (!is_complete && since_shown_.elapsed_s() < (is_terminal_ ? kTerminalEvery_s : kLogEvery_s))
    return;
  since_shown_ = Stopwatch();
  const double elapsed_s = since_start_.elapsed_s();
  const double rate = static_cast<double>(done) / elapsed_s;
  const std::string left =
      done == 0 ? "?" : duration_text(static_cast<double>(total - done) / rate);
  const double percent =
      total == 0 ? 100 : 100.0 * static_cast<double>(done) / static_cast<double>(total);
  const std::string line =
      fmt::format("{}/{} {} ({:.1f}%), {:.0f}/s, {} left", done, total, what_, percent, rate, left);
  // The erase-to-end sequence takes away what a longer line before has left.
  fmt::print(stderr, "{}{}{}", is_terminal_ ? "\r" : "", line, is_terminal_ ? "\x1b[K" : "\n");
  has_line_ = is_terminal_;
}

}  // namespace epochmill::cli
