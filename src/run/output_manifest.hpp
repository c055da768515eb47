// manifest.json for an output folder, once every file that it should list is there.
#pragma once

#include <filesystem>
#include <vector>

#include "plan/plan.hpp"
#include "shard/manifest.hpp"

namespace epochmill::run {

// The manifest of everything finished in `out`: `made` by this run, in any order; the rest from the
// manifest that is there or from the files themselves. HDF5: one thread. Throws `input` for a shard
// file of another plan.
shard::Manifest make_manifest(const std::filesystem::path& out, const plan::Plan& plan,
                              std::vector<shard::Summary> made);

// The same from the files alone, whatever a manifest says.
shard::Manifest manifest_of_files(const std::filesystem::path& out, const plan::Plan& plan);

// Numbers of the epochs of which `manifest` lists some shards and not all.
std::vector<std::uint64_t> partial_epochs(const shard::Manifest& manifest);

}  // namespace epochmill::run
