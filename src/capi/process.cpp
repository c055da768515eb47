#include "capi/process.hpp"

#include <omp.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <limits>
#include <set>

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

std::vector<int> affinity_mask() {
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

}  // namespace

std::vector<int> allowed_cores() { return cores_of_threads(std::numeric_limits<int>::max()); }

std::vector<int> cores_of_threads(int threads) {
  const std::vector<int> mask = affinity_mask();
  std::set<int> cores(mask.begin(), mask.end());
  const int places = omp_get_num_places();
  const omp_proc_bind_t bind = omp_get_proc_bind();
  if (bind == omp_proc_bind_false || bind == omp_proc_bind_master || places == 0) return mask;
  // OpenMP's library has bound this thread before main; the next one goes to the next place.
  for (int thread = 1; thread < std::min(threads, places); ++thread) {
    const int place = (std::max(0, omp_get_place_num()) + thread) % places;
    std::vector<int> of_place(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, of_place.data());
    cores.insert(of_place.begin(), of_place.end());
  }
  return {cores.begin(), cores.end()};
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
