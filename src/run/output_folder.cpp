#include "run/output_folder.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "plan/vocabulary.hpp"
#include "run/local_places.hpp"
#include "run/mismatch.hpp"
#include "run/workshop.hpp"
#include "shard/format.hpp"

namespace epochmill::run {
namespace {

namespace fs = std::filesystem;

plan::SourceFacts facts_of_listing(const source::Listing& listing) {
  return {.samples = listing.samples.size(),
          .catalog_digest = source::digest_of(listing),
          .class_names = listing.class_names,
          .extra_labels = listing.extra_labels,
          .picture = listing.picture,
          .keypoints = listing.keypoints,
          .box_class_names = listing.box_class_names,
          .has_masks = listing.has_masks};
}

// A folder that holds other people's files is not ours to fill.
void check_unused(const fs::path& out) {
  for (const fs::directory_entry& entry : fs::directory_iterator(out)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with('.')) continue;
    throw usage_error(
        "{} holds `{}` and no catalog.h5, so it is not an output folder of epochmill; choose an "
        "empty or a new folder",
        out.string(), name);
  }
}

// Whoever may write to the output folder could lead us to write elsewhere.
void refuse_link(const fs::path& folder) {
  if (!fs::is_symlink(folder)) return;
  throw usage_error("{} is a link; the folders of an output must be its own: delete the link",
                    folder.string());
}

// A link of a shard's name is no shard: a run puts the file in its place.
std::vector<std::uint64_t> finished_in(const fs::path& epoch_folder) {
  refuse_link(epoch_folder);
  std::vector<std::uint64_t> shards;
  for (const fs::directory_entry& entry : fs::directory_iterator(epoch_folder)) {
    std::uint64_t shard = 0;
    if (shard::parse_shard_name(entry.path().filename().string(), &shard) && !entry.is_symlink()) {
      shards.push_back(shard);
    }
  }
  return shards;
}

}  // namespace

fs::path catalog_path(const fs::path& out) { return out / "catalog.h5"; }

void make_own_folder(const fs::path& folder) {
  refuse_link(folder);
  capi::make_folders(folder);
}

void prepare_output(const fs::path& out, const recipe::Recipe& recipe,
                    const source::Listing& listing) {
  const plan::Plan plan(recipe, facts_of_listing(listing),
                        program_versions(recipe, listing.has_masks));
  capi::make_folders(out);
  capi::sweep_temp_files(out);
  const fs::path file = catalog_path(out);
  if (!fs::exists(file)) {
    check_unused(out);
    source::write_catalog(file, listing, notes_of(plan));
  }
  // Also when it has just been written: another run may have been faster.
  check_same_output(source::Catalog(file, capi::H5Maker::kThisProgram), plan, listing);
  remember_places(out, recipe);
}

recipe::Recipe recipe_of_output(const fs::path& out, recipe::Overrides overrides) {
  const fs::path file = catalog_path(out);
  if (!fs::exists(file)) {
    throw usage_error("{} is not an output folder of epochmill: it has no catalog.h5",
                      out.string());
  }
  const source::Catalog catalog(file);
  const std::string text = recipe_text_of(catalog);
  overrides.sets = remembered_places(out);
  // Without a place the rows can still be checked; only making them again needs the source.
  if (overrides.sets.empty() && !overrides.source)
    return recipe::parse_canonical(text, file, plan::vocabulary());
  overrides.output = out.string();
  return recipe::parse_recipe(text, file, overrides, plan::vocabulary());
}

std::vector<OpenEpochs> open_epochs(const fs::path& out, const plan::Plan& plan, EpochRange epochs,
                                    Part part) {
  std::vector<std::vector<bool>> finished;  // per epoch and shard
  for (std::uint32_t epoch = epochs.first; epoch < epochs.last; ++epoch) {
    const fs::path folder = shard::epoch_folder(out, epoch);
    make_own_folder(folder);
    capi::sweep_temp_files(folder);
    std::vector<bool>& of_epoch = finished.emplace_back(plan.shards());
    for (const std::uint64_t shard : finished_in(folder)) {
      if (shard < of_epoch.size()) of_epoch[shard] = true;
    }
  }
  std::vector<OpenEpochs> open;
  for (std::uint64_t shard = part.index; shard < plan.shards(); shard += part.count) {
    bool goes_on = false;  // the last range ends where this epoch begins
    for (std::uint32_t epoch = epochs.first; epoch < epochs.last; ++epoch) {
      const bool is_open = !finished[epoch - epochs.first][shard];
      if (is_open && goes_on) ++open.back().epochs.last;
      if (is_open && !goes_on) open.push_back({shard, {epoch, epoch + 1}});
      goes_on = is_open;
    }
  }
  return open;
}

std::uint64_t shard_epochs_of(const std::vector<OpenEpochs>& open) {
  std::uint64_t sum = 0;
  for (const OpenEpochs& range : open) sum += range.epochs.size();
  return sum;
}

std::uint64_t images_of(const std::vector<OpenEpochs>& open, const plan::Plan& plan) {
  std::uint64_t images = 0;
  for (const OpenEpochs& range : open) images += plan.rows_of(range.shard) * range.epochs.size();
  return images;
}

std::vector<FinishedShard> finished_shards(const fs::path& out) {
  std::vector<FinishedShard> all;
  for (const fs::directory_entry& entry : fs::directory_iterator(out)) {
    std::uint64_t epoch = 0;
    if (!shard::parse_epoch_folder(entry.path().filename().string(), &epoch)) continue;
    for (const std::uint64_t shard : finished_in(entry.path())) all.push_back({epoch, shard});
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace epochmill::run
