// What an output folder holds already, and whether it is of this recipe and source.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "plan/plan.hpp"
#include "recipe/recipe.hpp"
#include "run/shard_builder.hpp"
#include "source/catalog.hpp"

namespace epochmill::run {

std::filesystem::path catalog_path(const std::filesystem::path& out);

// A folder below an output folder. Throws `usage` when a link stands there.
void make_own_folder(const std::filesystem::path& folder);

// Makes `out` ready: the folder, catalog.h5 from `listing`, local.json. One process; safe to
// repeat, and for several processes with the same recipe at once. Nothing is written unless the
// recipe works on the source. Throws as Plan; `usage` when the folder belongs to something else, or
// to another recipe, source or version, naming what differs.
void prepare_output(const std::filesystem::path& out, const recipe::Recipe& recipe,
                    const source::Listing& listing);

// The recipe that `out` was made with, from catalog.h5, its locations from `overrides` or else as
// local.json remembers them of this machine. Throws `usage` when `out` is not an output folder.
recipe::Recipe recipe_of_output(const std::filesystem::path& out, recipe::Overrides overrides);

// Epochs [first, last).
struct EpochRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint64_t size() const { return last - first; }
};

// Which shards of every epoch a process may make: those with shard % count == index.
struct Part {
  std::uint64_t index = 0;
  std::uint64_t count = 1;
};

// Epochs of a shard that follow each other and are not finished yet.
struct OpenEpochs {
  std::uint64_t shard = 0;
  EpochRange epochs;
};

// The files of `epochs` that are not finished yet, sorted by shard, then epoch. Makes the epochs'
// folders, and deletes unfinished files whose owner is gone.
std::vector<OpenEpochs> open_epochs(const std::filesystem::path& out, const plan::Plan& plan,
                                    EpochRange epochs, Part part);

// How many files are open.
std::uint64_t shard_epochs_of(const std::vector<OpenEpochs>& open);
// How many rows those have, unless samples are skipped.
std::uint64_t images_of(const std::vector<OpenEpochs>& open, const plan::Plan& plan);

struct FinishedShard {
  std::uint64_t epoch = 0;
  std::uint64_t shard = 0;
  auto operator<=>(const FinishedShard&) const = default;
};

// Every shard file in `out` under its final name, sorted.
std::vector<FinishedShard> finished_shards(const std::filesystem::path& out);

}  // namespace epochmill::run
