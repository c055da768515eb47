// manifest_rate FOLDER [--files N] [--epochs N] [--ranks N]: what rank 0 does at the two ends of a
// job of many files, and what it costs: lists the open shards of an output folder, takes in the
// ranks' reports, and writes manifest.json. FOLDER must not exist; it gets N empty files (100000)
// of so many epochs (90) under the names of shards, and is deleted in the end. The reports are of
// N ranks (1024). Checks that the manifest lists every file, and that the second one, made from
// the first, has the same bytes.

#include <fmt/format.h>
#include <time.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/stopwatch.hpp"
#include "capi/process.hpp"
#include "cluster/messages.hpp"
#include "plan/vocabulary.hpp"
#include "run/output_folder.hpp"
#include "run/output_manifest.hpp"

namespace {

using namespace epochmill;
namespace fs = std::filesystem;

using Options = std::map<std::string, std::uint64_t>;

double cpu_s() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::uint64_t memory_mib(const char* line) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kib = 0;
    if (word == line && status >> kib) return kib / 1024;
  }
  return 0;
}

// Runs `work` and prints its costs, and the memory that is held at most in it.
template <typename Work>
auto measure(const char* name, const Work& work) {
  std::ofstream("/proc/self/clear_refs") << "5";  // the peak begins again
  const Stopwatch clock;
  const double start = cpu_s();
  auto result = work();
  fmt::print("{:34} {:8.2f} s by the clock {:8.2f} s of CPU {:6} MiB peak {:6} MiB kept\n", name,
             clock.elapsed_s(), cpu_s() - start, memory_mib("VmHWM:"), memory_mib("VmRSS:"));
  std::fflush(stdout);
  return result;
}

plan::Plan plan_of(std::uint64_t shards, std::uint64_t epochs) {
  const std::string text = fmt::format(
      "seed = 7\nepochs = {}\n[source]\nkind = \"folder\"\npath = \"/photos\"\n[output]\n"
      "path = \"/out\"\nshard_rows = 1\n[[augment]]\nop = \"random_resized_crop\"\nsize = [224, "
      "224]\n",
      epochs);
  plan::SourceFacts facts;
  facts.samples = shards;
  facts.catalog_digest = "0123456789abcdef0123456789abcdef";
  facts.class_names = {"a", "b"};
  return {recipe::parse_recipe(text, "manifest_rate", {}, plan::vocabulary()), std::move(facts),
          "no versions"};
}

shard::Summary summary_of(std::uint64_t epoch, std::uint64_t shard) {
  return {.epoch = epoch,
          .shard = shard,
          .rows = 1780,
          .rejected = 0,
          .file_bytes = 268435456 + shard,
          .content_digest = fmt::format("{:032x}", epoch * 1000000007 + shard)};
}

// What the ranks hand in: files of all epochs of the shards that each made.
std::vector<Bytes> sent_reports(std::uint64_t shards, std::uint64_t epochs, std::uint64_t ranks) {
  std::vector<Bytes> sent;
  for (std::uint64_t rank = 0; rank < ranks; ++rank) {
    cluster::RankReport report;
    report.rank = static_cast<int>(rank);
    report.host = "node01234.cluster.example.org";
    report.cores.resize(64);
    for (std::uint64_t shard = rank; shard < shards; shard += ranks) {
      for (std::uint64_t epoch = 0; epoch < epochs; ++epoch)
        report.files.push_back(summary_of(epoch, shard));
    }
    sent.push_back(cluster::encode(report));
  }
  return sent;
}

void make_files(const fs::path& out, std::uint64_t shards, std::uint64_t epochs) {
  for (std::uint64_t epoch = 0; epoch < epochs; ++epoch) {
    fs::create_directories(shard::epoch_folder(out, epoch));
    for (std::uint64_t shard = 0; shard < shards; ++shard)
      std::ofstream{shard::shard_path(out, epoch, shard)};
  }
}

bool has_measured(const fs::path& out, const Options& options) {
  const std::uint64_t epochs = options.at("--epochs");
  const std::uint64_t shards = options.at("--files") / epochs;
  const plan::Plan plan = plan_of(shards, epochs);
  const run::EpochRange all{0, static_cast<std::uint32_t>(epochs)};
  fmt::print("{} files: {} epochs of {} shards\n", shards * epochs, epochs, shards);
  const auto open = measure("list a new folder", [&] { return open_epochs(out, plan, all, {}); });
  make_files(out, shards, epochs);
  const auto none =
      measure("list it when all is finished", [&] { return open_epochs(out, plan, all, {}); });
  std::vector<Bytes> sent = sent_reports(shards, epochs, options.at("--ranks"));
  std::size_t bytes = 0;
  for (const Bytes& report : sent) bytes += report.size();
  fmt::print("{} reports, {} MiB\n", sent.size(), bytes >> 20);
  auto made = measure("take in the reports", [&] {
    std::vector<shard::Summary> files;
    for (Bytes& report : sent) {
      auto of_rank = cluster::decode_report(std::exchange(report, {})).files;
      std::move(of_rank.begin(), of_rank.end(), std::back_inserter(files));
    }
    return files;
  });
  auto manifest = measure("make the manifest",
                          [&] { return run::make_manifest(out, plan, std::exchange(made, {})); });
  measure("write it", [&] {
    shard::write_manifest(out, manifest);
    return 0;
  });
  const auto size = fs::file_size(out / "manifest.json");
  fmt::print("manifest.json: {} MiB\n", size >> 20);
  manifest = {};
  const auto again = measure("make it from the one that is there",
                             [&] { return run::make_manifest(out, plan, {}); });
  return run::shard_epochs_of(open) == shards * epochs && none.empty() &&
         again.shards.size() == shards * epochs && shard::to_json(again).size() == size;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Options options = {{"--files", 100000}, {"--epochs", 90}, {"--ranks", 1024}};
    if (argc < 2) throw usage_error("manifest_rate: which FOLDER?");
    for (int i = 2; i < argc; i += 2) {
      const auto option = options.find(argv[i]);
      if (option == options.end() || i + 1 == argc)
        throw usage_error("manifest_rate: `{}` is not an option with a number after it", argv[i]);
      option->second = std::stoull(argv[i + 1]);
    }
    const fs::path out = argv[1];
    if (!fs::create_directories(out)) throw usage_error("{} exists", out.string());
    const bool is_good = has_measured(out, options);
    fs::remove_all(out);
    if (!is_good) fmt::print("WRONG: the manifest does not list what is there\n");
    return is_good ? 0 : 70;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 64;
  }
}
