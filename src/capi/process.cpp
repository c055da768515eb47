#include "capi/process.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>

#include "base/error.hpp"

namespace epochmill::capi {
namespace {

rusage usage_of_self() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0)
    throw io_error("getrusage failed: {}", std::strerror(errno));
  return usage;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

std::vector<int> allowed_cores() {
  // Machines with more cores than cpu_set_t has bits get a larger set.
  constexpr int kMostCores = 1 << 16;
  for (int count = CPU_SETSIZE; count <= kMostCores; count *= 2) {
    cpu_set_t* set = CPU_ALLOC(count);
    const std::size_t bytes = CPU_ALLOC_SIZE(count);
    std::vector<int> cores;
    const bool has_answer = set != nullptr && sched_getaffinity(0, bytes, set) == 0;
    for (int core = 0; has_answer && core < count; ++core) {
      if (CPU_ISSET_S(static_cast<std::size_t>(core), bytes, set)) cores.push_back(core);
    }
    CPU_FREE(set);
    if (has_answer) return cores;
    if (errno != EINVAL) break;
  }
  throw io_error("sched_getaffinity failed: {}", std::strerror(errno));
}

std::uint64_t peak_memory_bytes() {
  return static_cast<std::uint64_t>(usage_of_self().ru_maxrss) * 1024;
}

std::uint64_t open_file_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
    throw io_error("getrlimit failed: {}", std::strerror(errno));
  return limit.rlim_cur;
}

int process_id() { return ::getpid(); }

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[sizeof "2026-11-30T12:00:00Z"];
  std::strftime(text, sizeof text, "%FT%TZ", &parts);
  return text;
}

double cpu_time_s() {
  const rusage usage = usage_of_self();
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace epochmill::capi
