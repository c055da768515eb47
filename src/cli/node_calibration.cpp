#include "cli/node_calibration.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <thread>

#include "base/checked.hpp"
#include "base/stopwatch.hpp"
#include "capi/file.hpp"
#include "capi/process.hpp"
#include "cli/nearest_folder.hpp"
#include "run/parallel_for.hpp"
#include "run/shard_builder.hpp"
#include "shard/format.hpp"

namespace epochmill::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kTime_s = 12.0;  // for the shards
constexpr int kFewestRounds = 2;
constexpr std::uint32_t kMostEpochs = 8;
// A shard has so many samples for each core, so that most of its time all are busy, and ...
constexpr std::uint64_t kSamplesPerCore = 32;
constexpr std::uint64_t kFewestSamples = 64;
constexpr std::uint64_t kMostSamples = 2048;
// ... a small one so many times fewer: what both cost alike is the file's own.
constexpr std::uint64_t kSmaller = 8;

// OpenMP's threads of the last loop spin for some 15 ms before they sleep, and would cost the next
// shard's thread some percent.
constexpr std::chrono::milliseconds kUntilThreadsSleep{60};

// A sync that is faster than this is none: the file system is memory.
constexpr double kMostBytesPerSecond = 20e9;
constexpr std::uint64_t kProbeBytes = std::uint64_t{64} << 20;
constexpr int kMostProbes = 8;  // at once

// A folder beside `output` for shards that nobody keeps: gone with this object, or, where that was
// killed, with the next one.
class ScratchFolder {
 public:
  explicit ScratchFolder(const fs::path& output) : path_(capi::temp_path_for(place_for(output))) {
    capi::sweep_temp_folders(path_.parent_path());
    capi::make_folders(path_);
  }
  ~ScratchFolder() { empty(); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const fs::path& path() const { return path_; }
  void empty() const noexcept {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

 private:
  static fs::path place_for(const fs::path& output) {
    const fs::path whole = fs::absolute(output);
    return nearest_folder(whole.parent_path()) / (whole.filename().string() + "-calibration");
  }

  fs::path path_;
};

// One shard as it was milled.
struct Milled {
  run::Tally tally;
  double elapsed_s = 0;
  std::uint64_t files = 0;
};

// Mills the shards of one plan, in turns from the first on.
class Mill {
 public:
  Mill(recipe::Recipe recipe, const fs::path& catalog, std::uint64_t shard_rows,
       const ScratchFolder& scratch)
      : workshop_(with_rows(std::move(recipe), shard_rows),
                  source::Catalog(catalog, capi::H5Maker::kThisProgram)),
        scratch_(scratch),
        epochs_(std::min(kMostEpochs, workshop_.plan().recipe().epochs)) {
    std::iota(epochs_.begin(), epochs_.end(), 0U);
  }

  const run::Workshop& workshop() const { return workshop_; }

  Milled mill(std::uint64_t round, int threads, const run::WatchSample& watch = nullptr) const {
    const std::uint64_t shard = round % workshop_.plan().shards();
    for (const std::uint32_t epoch : epochs_)
      capi::make_folders(shard::shard_path(scratch_.path(), epoch, shard).parent_path());
    run::BuiltShard built;
    const Stopwatch clock;
    run::build_shard(
        workshop_, scratch_.path(), {shard, epochs_}, threads, run::most_open_files(), [] {},
        [](std::uint64_t) {}, built, watch);
    const Milled milled{built.tally, clock.elapsed_s(), built.files.size()};
    scratch_.empty();
    return milled;
  }

 private:
  static recipe::Recipe with_rows(recipe::Recipe recipe, std::uint64_t rows) {
    recipe.shard_rows = rows;
    return recipe;
  }

  run::Workshop workshop_;
  const ScratchFolder& scratch_;
  std::vector<std::uint32_t> epochs_;
};

// 1, 2, 4, ... and `cores` itself.
std::vector<int> thread_counts(int cores) {
  std::vector<int> counts;
  for (int threads = 1; threads < cores; threads *= 2) counts.push_back(threads);
  counts.push_back(cores);
  return counts;
}

// Seconds of threads at work on one image. Reading is left out: the next one to read the same
// sample finds it in memory.
double busy_s(const run::Tally& tally) {
  return (tally.times.sum_s() - tally.times.read_s - tally.times.file_s) /
         static_cast<double>(tally.images);
}

// Sums over the rounds of one kind of shard.
struct Sums {
  run::Tally tally;
  double elapsed_s = 0;
  double files = 0;
  Sums& operator+=(const Milled& milled) {
    tally += milled.tally;
    elapsed_s += milled.elapsed_s;
    files += static_cast<double>(milled.files);
    return *this;
  }
  double file_s() const { return tally.times.file_s / files; }
  double file_bytes() const { return static_cast<double>(tally.written_bytes) / files; }
};

forecast::SampleCost cost_of(const run::StageTimes& times, double images) {
  return {.read_s = times.read_s,
          .decode_s = times.decode_s,
          .augment_s = times.augment_s / images,
          .encode_s = times.encode_s / images,
          .write_s = times.write_s / images};
}

// What fsync alone gives to all of this node's writers together; 0 when it takes no time.
double sync_rate(const ScratchFolder& scratch, int writers) {
  capi::make_folders(scratch.path());
  std::vector<capi::File> files;
  for (int i = 0; i < writers; ++i)
    files.push_back(capi::File::create_new(scratch.path() / std::to_string(i)));
  const Bytes block(std::size_t{4} << 20, 1);
  run::parallel_for(
      files.size(), writers,
      [&](std::uint64_t i, int) {
        for (std::uint64_t at = 0; at < kProbeBytes; at += block.size())
          files[i].write_at(block, at);
      },
      [] {});
  const Stopwatch syncing;
  run::parallel_for(
      files.size(), writers, [&](std::uint64_t i, int) { files[i].sync(); }, [] {});
  const double rate =
      static_cast<double>(kProbeBytes) * writers / std::max(syncing.elapsed_s(), 1e-9);
  scratch.empty();
  return rate < kMostBytesPerSecond ? rate : 0;
}

// The straight line through small and large files.
void set_file_costs(const Sums& small, const Sums& large, forecast::Calibration& found) {
  const double more_bytes = large.file_bytes() - small.file_bytes();
  const double more_s = large.file_s() - small.file_s();
  const bool is_slow = more_bytes > 0 && more_s * kMostBytesPerSecond > more_bytes;
  found.sync_bytes_per_s = is_slow ? more_bytes / more_s : 0;
  const double synced_s = is_slow ? large.file_bytes() / found.sync_bytes_per_s : 0;
  found.file_s = std::max(0.0, large.file_s() - synced_s);
}

}  // namespace

forecast::Calibration calibrate_node(const recipe::Recipe& recipe, const fs::path& catalog) {
  const int cores = checked_cast<int>(capi::allowed_cores().size());
  const ScratchFolder scratch(recipe.output_path);
  const std::uint64_t rows = std::clamp(kSamplesPerCore * checked_cast<std::uint64_t>(cores),
                                        kFewestSamples, kMostSamples);
  const Stopwatch opening;
  const Mill mill(recipe, catalog, rows, scratch);
  const double open_s = opening.elapsed_s();
  const Mill small(recipe, catalog, rows / kSmaller, scratch);

  forecast::Calibration found;
  found.version = run::program_versions();
  found.measured_at = capi::utc_now();
  found.host = capi::host_name();
  found.cores = cores;
  found.start_s = open_s;
  const std::vector<int> counts = thread_counts(cores);
  std::map<int, Sums> sums;
  Sums small_sums;
  mill.mill(0, cores);  // not counted: whatever is slow the first time
  const Stopwatch clock;
  for (int round = 0; round < kFewestRounds || clock.elapsed_s() < kTime_s; ++round) {
    const auto number = checked_cast<std::uint64_t>(round);
    const auto watch = [&](const run::StageTimes& times) {
      const double images = static_cast<double>(std::min(kMostEpochs, recipe.epochs)) *
                            mill.workshop().plan().views();
      found.samples.push_back(cost_of(times, images));
    };
    std::this_thread::sleep_for(kUntilThreadsSleep);
    small_sums += small.mill(number, 1);
    // Alone first: it is the one that reads the samples.
    for (const int threads : counts)
      sums[threads] += mill.mill(number + 1, threads, threads == 1 ? watch : run::WatchSample());
  }
  const Sums& alone = sums.at(1);
  const auto images = static_cast<double>(alone.tally.images);
  const auto samples = static_cast<double>(alone.tally.source_images);
  for (const int threads : counts) {
    found.slowdowns.push_back(
        {threads, std::max(1.0, busy_s(sums.at(threads).tally) / busy_s(alone.tally))});
  }
  found.check_s = alone.tally.times.check_s / images;
  found.other_s = std::max(0.0, (alone.elapsed_s - alone.tally.times.sum_s()) / samples);
  found.image_bytes = static_cast<double>(alone.tally.written_bytes) / images;
  found.sample_bytes = static_cast<double>(alone.tally.source_bytes) / samples;
  set_file_costs(small_sums, alone, found);
  found.write_bytes_per_s = sync_rate(scratch, std::min(cores, kMostProbes));
  return found;
}

}  // namespace epochmill::cli
