// mpirun -n R claim_rate [OPTIONS]: how fast rank 0 shares out shards among R ranks, by the desk
// and the clients of a real job, with pauses in the place of the work. Checks that every epoch of
// every shard was given out exactly once and, when there is work, that no rank had less than half
// of its share.
//
//   --shards N         to share out (100000)
//   --epochs N         of each (16)
//   --split 0|1        whether a shard may be given out in parts (1)
//   --rows N           rows of a shard; ranks look for messages after each (1)
//   --work-us N        time that a row takes once, in however many epochs: decoding (0)
//   --epoch-us N       time that a row takes in each epoch, besides (0)
//   --lead-work-us N   as --work-us, on rank 0 (as on the others)
//   --slow-percent N   how much longer all that takes on the last rank; evenly less on those before
//                      it, and nothing on rank 0 (0)
//   --lead-takes 0|1   whether rank 0 works, too, or only serves (1)
//   --ask-ahead N      rows that a task has left when the next one is asked for (0: when it is
//   done)

#include <fmt/format.h>
#include <mpi.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "base/stopwatch.hpp"
#include "capi/mpi.hpp"
#include "capi/process.hpp"
#include "cluster/claims.hpp"

namespace {

using namespace epochmill;

using Options = std::map<std::string, std::uint64_t>;

Options parse_options(int argc, char** argv) {
  Options options = {{"--shards", 100000},  {"--epochs", 16},    {"--split", 1},
                     {"--rows", 1},         {"--work-us", 0},    {"--epoch-us", 0},
                     {"--lead-work-us", 0}, {"--lead-takes", 1}, {"--ask-ahead", 2},
                     {"--slow-percent", 0}};
  bool has_lead_work = false;
  for (int i = 1; i < argc; i += 2) {
    const auto option = options.find(argv[i]);
    if (option == options.end() || i + 1 == argc)
      throw usage_error("claim_rate: `{}` is not an option with a number after it", argv[i]);
    option->second = std::stoull(argv[i + 1]);
    has_lead_work = has_lead_work || option->first == "--lead-work-us";
  }
  if (!has_lead_work) options["--lead-work-us"] = options["--work-us"];
  return options;
}

// CPU time of the one thread that there is, in microseconds.
double cpu_us() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

double memory_mib() { return static_cast<double>(capi::peak_memory_bytes()) / (1 << 20); }

// Sleeps, since there are more ranks than cores.
void work_for(std::uint64_t us) {
  if (us > 0) std::this_thread::sleep_for(std::chrono::microseconds(us));
}

// A barrier that leaves the cores to those who have not come yet.
void meet() {
  MPI_Request all_here = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &all_here);
  for (int is_over = 0; is_over == 0;) {
    MPI_Test(&all_here, &is_over, MPI_STATUS_IGNORE);
    if (is_over == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

// What one rank was given.
struct Taken {
  explicit Taken(const Options& options)
      : epochs(options.at("--epochs")), times(options.at("--shards") * epochs) {}
  void take(const run::ShardTask& task) {
    for (const std::uint32_t epoch : task.epochs) ++times.at(task.shard * epochs + epoch);
    shard_epochs += task.epochs.size();
    ++claims;
  }
  std::uint64_t epochs;
  std::vector<std::uint8_t> times;  // per shard and epoch
  std::uint64_t shard_epochs = 0;
  std::uint64_t claims = 0;
  std::vector<float> waits_us;  // per claim
};

cluster::TaskPool make_tasks(const Options& options, int ranks) {
  const run::EpochRange epochs{0, static_cast<std::uint32_t>(options.at("--epochs"))};
  std::vector<run::OpenEpochs> open(options.at("--shards"));
  for (std::size_t i = 0; i < open.size(); ++i) open[i] = {i, epochs};
  return {std::move(open), options.at("--split") != 0 ? static_cast<std::uint64_t>(ranks) : 1};
}

// What a row of a task takes on a rank.
std::uint64_t row_us(const Options& options, const capi::MpiSession& session,
                     const run::ShardTask& task) {
  const auto rank = static_cast<std::uint64_t>(session.rank());
  const std::uint64_t once = options.at(rank == 0 ? "--lead-work-us" : "--work-us");
  const std::uint64_t even = once + options.at("--epoch-us") * task.epochs.size();
  const auto last = static_cast<std::uint64_t>(std::max(session.size() - 1, 1));
  return even + even * options.at("--slow-percent") * rank / last / 100;
}

// What it is to look for a message when there is none.
double empty_look_us(cluster::ClaimDesk& desk) {
  constexpr int kLooks = 2000;
  desk.serve();
  const double start = cpu_us();
  for (int i = 0; i < kLooks; ++i) desk.serve();
  return (cpu_us() - start) / kLooks;
}

void lead(capi::MpiSession& session, const Options& options, Taken& taken) {
  const double memory_before = memory_mib();
  const double listing_start = cpu_us();
  cluster::ClaimDesk desk(&session, make_tasks(options, session.size()));
  fmt::print("task list       {:8.3f} s of CPU, {:.1f} MiB\n", (cpu_us() - listing_start) / 1e6,
             memory_mib() - memory_before);
  meet();
  fmt::print("empty look      {:8.2f} us of rank 0's CPU\n", empty_look_us(desk));
  meet();
  const Stopwatch sharing;
  const double cpu_start = cpu_us();
  double serving_us = 0;
  std::uint64_t looks = 0;
  const auto between = [&] {
    const double start = cpu_us();
    desk.serve();
    serving_us += cpu_us() - start;
    ++looks;
  };
  while (options.at("--lead-takes") != 0) {
    const auto task = desk.next();
    if (!task) break;
    taken.take(*task);
    const std::uint64_t us = row_us(options, session, *task);
    for (std::uint64_t row = 0; row < options.at("--rows"); ++row) {
      work_for(us);
      between();
    }
  }
  desk.wait_for_all(1, [] {});
  const double seconds = sharing.elapsed_s();
  const double cpu = cpu_us() - cpu_start;
  desk.say_bye();
  std::uint64_t claims = 0;
  MPI_Reduce(&taken.claims, &claims, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  const auto others = static_cast<double>(claims - taken.claims);
  fmt::print("ranks           {:8}\nclaims          {:8} for {} shards, {} of them rank 0's own\n",
             session.size(), claims, options.at("--shards"), taken.claims);
  fmt::print("time            {:8.3f} s, {:.0f} claims/s\n", seconds,
             static_cast<double>(claims) / seconds);
  fmt::print(
      "rank 0's CPU    {:8.2f} us a claim of the others ({:.2f} in {} looks at its own rows)\n",
      cpu / others, serving_us / others, looks);
  fmt::print("rank 0's memory {:8.1f} MiB before the task list, {:.1f} MiB at the end\n",
             memory_before, memory_mib());
}

void join(capi::MpiSession& session, const Options& options, Taken& taken) {
  meet();
  meet();
  cluster::ClaimClient client(session, [] { return false; });
  std::uint64_t rows = 0;
  for (;;) {
    const Stopwatch waiting;
    const auto task = client.next();
    taken.waits_us.push_back(static_cast<float>(waiting.elapsed_s() * 1e6));
    if (!task) break;
    taken.take(*task);
    const std::uint64_t us = row_us(options, session, *task);
    for (std::uint64_t left = options.at("--rows"); left-- > 0;) {
      work_for(us);
      client.between({++rows, 0});
      if (left < options.at("--ask-ahead")) client.ask_ahead();
    }
  }
  cluster::RankReport report;
  report.rank = session.rank();
  client.finish(report, 1);
  MPI_Reduce(&taken.claims, nullptr, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
}

// Rank 0 prints how long the claims of all others waited.
void print_waits(const capi::MpiSession& session, const Taken& taken) {
  const int own = static_cast<int>(taken.waits_us.size());
  std::vector<int> counts(static_cast<std::size_t>(session.size()));
  MPI_Gather(&own, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::vector<int> places(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), places.begin(), 0);
  std::vector<float> waits(static_cast<std::size_t>(places.back() + counts.back()));
  MPI_Gatherv(taken.waits_us.data(), own, MPI_FLOAT, waits.data(), counts.data(), places.data(),
              MPI_FLOAT, 0, MPI_COMM_WORLD);
  if (waits.empty()) return;
  std::sort(waits.begin(), waits.end());
  fmt::print("wait for a task {:8.0f} us median, {:.0f} mean, {:.0f} p99, {:.0f} max\n",
             waits[waits.size() / 2],
             std::accumulate(waits.begin(), waits.end(), 0.0) / static_cast<double>(waits.size()),
             waits[waits.size() * 99 / 100], waits.back());
}

// Whether every epoch of every shard was given out once, and nobody starved. Only rank 0's answer
// counts.
bool check(const capi::MpiSession& session, const Options& options, const Taken& taken) {
  const std::uint64_t all = taken.times.size();
  std::vector<std::uint8_t> times(all);
  MPI_Reduce(taken.times.data(), times.data(), static_cast<int>(all), MPI_UINT8_T, MPI_SUM, 0,
             MPI_COMM_WORLD);
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(session.size()));
  MPI_Gather(&taken.shard_epochs, 1, MPI_UINT64_T, counts.data(), 1, MPI_UINT64_T, 0,
             MPI_COMM_WORLD);
  if (session.rank() != 0) return true;
  bool is_good = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) == all &&
                 std::all_of(times.begin(), times.end(), [](auto n) { return n == 1; });
  if (!is_good) fmt::print("WRONG: not every epoch of every shard was given out exactly once\n");
  if (session.size() == 1) return is_good;
  const auto first = counts.begin() + (options.at("--lead-takes") != 0 ? 0 : 1);
  const double mean = static_cast<double>(all) / static_cast<double>(counts.end() - first);
  const auto [least, most] = std::minmax_element(counts.begin() + 1, counts.end());
  fmt::print("shard-epochs    {:8} least, {:.0f} mean, {} most of the other ranks\n", *least, mean,
             *most);
  const std::uint64_t largest_unit = options.at("--split") != 0 ? 1 : options.at("--epochs");
  const bool can_be_fair = options.at("--work-us") + options.at("--epoch-us") > 0 &&
                           options.at("--slow-percent") == 0 &&
                           mean >= 2.0 * static_cast<double>(largest_unit);
  const auto is_fair = [&](std::uint64_t n) { return static_cast<double>(n) >= mean / 2; };
  if (can_be_fair && !(is_fair(*least) && is_fair(*first))) {
    fmt::print("WRONG: a rank had less than half of its share\n");
    is_good = false;
  }
  return is_good;
}

int measure_claims(const Options& options) {
  capi::MpiSession session;
  Taken taken(options);
  if (session.rank() == 0) {
    lead(session, options, taken);
  } else {
    join(session, options, taken);
  }
  print_waits(session, taken);
  return check(session, options, taken) ? 0 : 70;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse_options(argc, argv);
    return measure_claims(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 64;
  }
}
