#include "verify/repair.hpp"

#include <atomic>
#include <map>
#include <optional>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "run/output_manifest.hpp"
#include "run/rejected_list.hpp"
#include "run/shard_builder.hpp"
#include "shard/manifest.hpp"

namespace epochmill::verify {
namespace {

std::map<std::uint64_t, run::ShardTask> tasks_of(const Findings& findings) {
  std::map<std::uint64_t, run::ShardTask> tasks;
  for (const run::FinishedShard& damaged : findings.damaged) {
    run::ShardTask& task = tasks[damaged.shard];
    task.shard = damaged.shard;
    task.epochs.push_back(checked_cast<std::uint32_t>(damaged.epoch));  // ascending, as the set is
  }
  return tasks;
}

// Absent also when it cannot be read: then it says nothing.
std::optional<shard::Manifest> manifest_there(const std::filesystem::path& out) {
  try {
    return shard::read_manifest(out);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    return std::nullopt;
  }
}

std::vector<std::string> compare(const std::filesystem::path& out, const shard::Manifest& listed,
                                 const std::vector<shard::Summary>& made) {
  std::map<run::FinishedShard, std::string> digests;
  for (const shard::Summary& file : listed.shards) {
    digests[{file.epoch, file.shard}] = file.content_digest;
  }
  std::vector<std::string> faults;
  for (const shard::Summary& file : made) {
    const auto found = digests.find({file.epoch, file.shard});
    if (found == digests.end() || found->second == file.content_digest) continue;
    faults.push_back(
        fmt::format("{}: made again, it is not what manifest.json lists: the source has changed "
                    "since, or manifest.json is damaged, too",
                    shard::shard_path(out, file.epoch, file.shard).string()));
  }
  return faults;
}

}  // namespace

Repair repair(const std::filesystem::path& out, const run::Workshop& workshop,
              const Findings& findings, int threads, const ShowRows& show) {
  const plan::Plan& plan = workshop.plan();
  const auto tasks = tasks_of(findings);
  const std::size_t most_files = run::most_open_files();
  std::uint64_t total = 0;
  for (const auto& [shard, task] : tasks) total += plan.rows_of(shard) * task.epochs.size();
  std::atomic<std::uint64_t> done = 0;
  Repair repair;
  for (const auto& [shard, task] : tasks) {
    run::BuiltShard built;
    run::build_shard(
        workshop, out, task, threads, most_files, [&] { show(done, total); },
        [&](std::uint64_t rows) { done += rows; }, built);
    repair.made.insert(repair.made.end(), built.files.begin(), built.files.end());
  }
  const auto listed = manifest_there(out);
  if (listed) repair.faults = compare(out, *listed, repair.made);
  if (!findings.has_manifest_fault && repair.faults.empty()) return repair;
  const shard::Manifest manifest = run::manifest_of_files(out, plan);
  const bool is_complete = run::partial_epochs(manifest).empty();
  const bool is_listed = listed && shard::to_json(*listed) == shard::to_json(manifest) &&
                         run::has_rejected_list(out, manifest);
  if (is_complete && !is_listed) {
    run::write_lists(out, manifest);
    repair.has_new_manifest = true;
  }
  return repair;
}

}  // namespace epochmill::verify
