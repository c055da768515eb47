#include "run/output_manifest.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "run/output_folder.hpp"
#include "shard/reader.hpp"

namespace epochmill::run {
namespace {

FinishedShard place_of(const shard::Summary& summary) { return {summary.epoch, summary.shard}; }

// Moves those of `known` that are at `places` to `taken`, and gives the places that are left. Both
// lists are sorted.
std::vector<FinishedShard> take(std::vector<shard::Summary> known,
                                const std::vector<FinishedShard>& places,
                                std::vector<shard::Summary>& taken) {
  std::vector<FinishedShard> left;
  auto next = known.begin();
  for (const FinishedShard& place : places) {
    while (next != known.end() && place_of(*next) < place) ++next;
    if (next != known.end() && place_of(*next) == place) {
      taken.push_back(std::move(*next));
    } else {
      left.push_back(place);
    }
  }
  return left;
}

shard::Summary summary_of(const std::filesystem::path& out, const plan::Plan& plan,
                          const FinishedShard& finished) {
  const shard::Reader reader(shard::shard_path(out, finished.epoch, finished.shard));
  if (reader.header() != plan.header(finished.epoch, finished.shard)) {
    throw input_error("{} is not of this recipe and source; delete it, and run again",
                      reader.path().string());
  }
  return {.epoch = finished.epoch,
          .shard = finished.shard,
          .rows = reader.layout().rows,
          .rejected = reader.layout().rejected.count,
          .file_bytes = reader.file_bytes(),
          .content_digest = reader.content_digest()};
}

shard::Manifest empty_manifest(const plan::Plan& plan) {
  return {.header = plan.header(0, 0),
          .layout = plan.layout(plan.shard_rows(), 1),
          .encoding = plan.recipe().encoding,
          .samples = plan.samples(),
          .shards_per_epoch = plan.shards(),
          .shard_rows = plan.shard_rows(),
          .views = plan.views(),
          .shards = {}};
}

}  // namespace

shard::Manifest make_manifest(const std::filesystem::path& out, const plan::Plan& plan,
                              std::vector<shard::Summary> made) {
  shard::Manifest manifest = empty_manifest(plan);
  std::ranges::sort(made, {}, place_of);
  std::vector<FinishedShard> left = take(std::move(made), finished_shards(out), manifest.shards);
  if (left.empty()) return manifest;
  if (auto old = shard::read_manifest(out))
    left = take(std::move(old->shards), left, manifest.shards);
  for (const FinishedShard& place : left) manifest.shards.push_back(summary_of(out, plan, place));
  std::ranges::sort(manifest.shards, {}, place_of);
  return manifest;
}

shard::Manifest manifest_of_files(const std::filesystem::path& out, const plan::Plan& plan) {
  shard::Manifest manifest = empty_manifest(plan);
  for (const FinishedShard& place : finished_shards(out))
    manifest.shards.push_back(summary_of(out, plan, place));
  return manifest;
}

std::vector<std::uint64_t> partial_epochs(const shard::Manifest& manifest) {
  std::map<std::uint64_t, std::uint64_t> counts;
  for (const shard::Summary& summary : manifest.shards) ++counts[summary.epoch];
  std::vector<std::uint64_t> partial;
  for (const auto& [epoch, count] : counts) {
    if (count != manifest.shards_per_epoch) partial.push_back(epoch);
  }
  return partial;
}

}  // namespace epochmill::run
