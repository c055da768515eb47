// OUT/rejected.tsv: which samples were skipped, and why.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "plan/plan.hpp"
#include "run/output_folder.hpp"
#include "shard/manifest.hpp"

namespace epochmill::run {

std::filesystem::path rejected_list_path(const std::filesystem::path& out);

// Its text, by what the shards of `manifest` say of themselves: a line of names, then a line for
// each sample, ascending: sample, key, shard, reason, with tabs between. A backslash, tab or line
// end in a key is \\, \t, \n or \r. "" when nothing was skipped. HDF5: one thread. Throws as
// shard::Reader.
std::string rejected_list(const std::filesystem::path& out, const shard::Manifest& manifest);

// Whether that stands in `out`, and nothing when it is "".
bool has_rejected_list(const std::filesystem::path& out, const shard::Manifest& manifest);

// Writes both files, the manifest last; takes rejected.tsv away when nothing was skipped. HDF5: one
// thread.
void write_lists(const std::filesystem::path& out, const shard::Manifest& manifest);

// Samples skipped in those finished shards of `out` that have no epoch in `open`.
// HDF5: one thread.
std::uint64_t rejected_before(const std::filesystem::path& out, const plan::Plan& plan,
                              const std::vector<OpenEpochs>& open);

}  // namespace epochmill::run
