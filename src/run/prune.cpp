#include "run/prune.hpp"

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "run/output_folder.hpp"
#include "run/rejected_list.hpp"
#include "shard/format.hpp"
#include "shard/manifest.hpp"
#include "shard/reader.hpp"

namespace epochmill::run {
namespace {

namespace fs = std::filesystem;

struct EpochFolder {
  std::uint64_t epoch = 0;
  fs::path path;
  std::vector<fs::path> shards;
  std::uint64_t bytes = 0;  // of the shards
};

Error not_ours(const fs::path& path, std::string_view why) {
  return usage_error("{} {}; nothing was deleted. Look at it, move it away, and prune again",
                     path.string(), why);
}

// The bytes of a shard of this plan.
std::uint64_t checked_bytes(const fs::directory_entry& entry, const plan::Plan& plan,
                            std::uint64_t epoch) {
  std::uint64_t shard = 0;
  const std::string name = entry.path().filename().string();
  if (!shard::parse_shard_name(name, &shard) || entry.is_symlink() || !entry.is_regular_file()) {
    throw not_ours(entry.path(), name.starts_with('.') ? "is being written by another run"
                                                       : "was not made by epochmill");
  }
  try {
    const shard::Reader reader(entry.path());
    if (reader.header() == plan.header(epoch, shard)) return reader.file_bytes();
  } catch (const Error& error) {
    throw not_ours(entry.path(), fmt::format("cannot be read as a shard ({})", error.what()));
  }
  throw not_ours(entry.path(), "is a shard of another recipe or source");
}

// The folders of epochs below `before`, looked through.
std::vector<EpochFolder> own_folders(const fs::path& out, const plan::Plan& plan,
                                     std::uint64_t before) {
  std::vector<EpochFolder> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(out)) {
    std::uint64_t epoch = 0;
    const bool is_epoch = shard::parse_epoch_folder(entry.path().filename().string(), &epoch);
    if (!is_epoch || epoch >= before) continue;
    if (entry.is_symlink() || !entry.is_directory())
      throw not_ours(entry.path(), "is not a folder of epochmill's");
    capi::sweep_temp_files(entry.path());
    EpochFolder folder{.epoch = epoch, .path = entry.path(), .shards = {}};
    for (const fs::directory_entry& file : fs::directory_iterator(entry.path())) {
      folder.bytes += checked_bytes(file, plan, epoch);
      folder.shards.push_back(file.path());
    }
    folders.push_back(std::move(folder));
  }
  return folders;
}

// First of all, so that no reader looks for a file that is gone.
void leave_manifest(const fs::path& out, std::uint64_t before) {
  std::optional<shard::Manifest> manifest = shard::read_manifest(out);
  if (!manifest) return;
  const auto is_pruned = [&](const shard::Summary& file) { return file.epoch < before; };
  if (std::erase_if(manifest->shards, is_pruned) > 0) write_lists(out, *manifest);
}

}  // namespace

Pruned prune(const fs::path& out, const plan::Plan& plan, std::uint64_t before) {
  const std::vector<EpochFolder> folders = own_folders(out, plan, before);
  leave_manifest(out, before);
  Pruned pruned;
  for (const EpochFolder& folder : folders) {
    for (const fs::path& shard : folder.shards) capi::remove_file(shard);
    capi::remove_folder(folder.path);
    ++pruned.epochs;
    pruned.files += folder.shards.size();
    pruned.bytes += folder.bytes;
  }
  return pruned;
}

}  // namespace epochmill::run
