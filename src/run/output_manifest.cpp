#include "run/output_manifest.hpp"

#include <map>
#include <utility>

#include "base/error.hpp"
#include "run/output_folder.hpp"
#include "shard/reader.hpp"

namespace epochmill::run {
namespace {

using Known = std::map<std::pair<std::uint64_t, std::uint64_t>, shard::Summary>;

void note(Known& known, const std::vector<shard::Summary>& summaries) {
  for (const shard::Summary& summary : summaries) known[{summary.epoch, summary.shard}] = summary;
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

shard::Manifest manifest_with(const std::filesystem::path& out, const plan::Plan& plan,
                              const Known& known) {
  shard::Manifest manifest{.header = plan.header(0, 0),
                           .layout = plan.layout(plan.shard_rows(), 1),
                           .encoding = plan.recipe().encoding,
                           .samples = plan.samples(),
                           .shards_per_epoch = plan.shards(),
                           .shard_rows = plan.shard_rows(),
                           .views = plan.views(),
                           .shards = {}};
  for (const FinishedShard& finished : finished_shards(out)) {
    const auto found = known.find({finished.epoch, finished.shard});
    manifest.shards.push_back(found != known.end() ? found->second
                                                   : summary_of(out, plan, finished));
  }
  return manifest;
}

}  // namespace

shard::Manifest make_manifest(const std::filesystem::path& out, const plan::Plan& plan,
                              const std::vector<shard::Summary>& made) {
  Known known;
  if (const auto old = shard::read_manifest(out)) note(known, old->shards);
  note(known, made);
  return manifest_with(out, plan, known);
}

shard::Manifest manifest_of_files(const std::filesystem::path& out, const plan::Plan& plan) {
  return manifest_with(out, plan, {});
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
