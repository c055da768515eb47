#include "cli/placement.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <sstream>

#include "capi/file.hpp"
#include "capi/process.hpp"

namespace epochmill::cli {
namespace {

constexpr std::size_t kShownRanks = 16;

constexpr const char* kRemedy =
    "Use `srun --cpus-per-task=C --cpu-bind=cores`, `mpirun --bind-to none`, or fewer --threads";

std::string count_text(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

struct Host {
  std::size_t ranks = 0;
  std::size_t threads = 0;
  std::set<int> cores;
};

}  // namespace

Placement placement_here(int threads) {
  return {capi::host_name(), threads, capi::cores_of_threads(threads)};
}

Bytes encode(const Placement& placement) {
  std::string text = fmt::format("{} {}", placement.threads, placement.host);
  for (const int core : placement.cores) text += fmt::format(" {}", core);
  const ByteView bytes = as_bytes(std::string_view(text));
  return {bytes.begin(), bytes.end()};
}

Placement decode_placement(ByteView bytes) {
  std::istringstream text{std::string(as_text(bytes))};
  Placement placement;
  text >> placement.threads >> placement.host;
  for (int core = 0; text >> core;) placement.cores.push_back(core);
  return placement;
}

std::string cores_text(const std::vector<int>& cores) {
  std::string text;
  for (std::size_t first = 0; first < cores.size();) {
    std::size_t last = first;
    while (last + 1 < cores.size() && cores[last + 1] == cores[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", cores[first]);
    if (last > first) text += fmt::format("-{}", cores[last]);
    first = last + 1;
  }
  return text;
}

std::string placement_text(const std::vector<Placement>& ranks) {
  std::string text;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    if (rank == kShownRanks) {
      text += fmt::format("  ... and {} more\n", count_text(ranks.size() - rank, "rank"));
      break;
    }
    const Placement& place = ranks[rank];
    text += fmt::format("  rank {} on {}: {} on core{} {}\n", rank, place.host,
                        count_text(static_cast<std::size_t>(place.threads), "thread"),
                        place.cores.size() == 1 ? "" : "s", cores_text(place.cores));
  }
  return text;
}

std::vector<std::string> placement_warnings(const std::vector<Placement>& ranks) {
  std::vector<std::string> warnings;
  std::map<std::string, Host> hosts;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const Placement& place = ranks[rank];
    Host& host = hosts[place.host];
    const auto threads = static_cast<std::size_t>(place.threads);
    ++host.ranks;
    host.threads += threads;
    host.cores.insert(place.cores.begin(), place.cores.end());
    if (threads > place.cores.size()) {
      warnings.push_back(
          fmt::format("rank {} on {} has {} on {} ({}): they will wait for each other. {}", rank,
                      place.host, count_text(threads, "thread"),
                      count_text(place.cores.size(), "core"), cores_text(place.cores), kRemedy));
    }
  }
  for (const auto& [name, host] : hosts) {
    if (host.ranks < 2 || host.threads <= host.cores.size()) continue;
    const std::vector<int> cores(host.cores.begin(), host.cores.end());
    warnings.push_back(
        fmt::format("the {} on {} have {} on {} ({}): they will wait for each other. {}",
                    count_text(host.ranks, "rank"), name, count_text(host.threads, "thread"),
                    count_text(cores.size(), "core"), cores_text(cores), kRemedy));
  }
  return warnings;
}

}  // namespace epochmill::cli
