// A tar of each shard: KEY.jpg, .png or .npy, KEY.cls, KEY.json and KEY.mask.png, the last two
// where there is something to say. A key ends at the first dot, so that the mask's field is
// "mask.png".
#include <fmt/format.h>

#include <string>

#include "capi/file.hpp"
#include "convert/names.hpp"
#include "convert/rows.hpp"
#include "convert/sample_json.hpp"
#include "convert/tar_member.hpp"
#include "convert/target.hpp"
#include "convert/unfinished.hpp"
#include "run/output_folder.hpp"

namespace epochmill::convert {
namespace {

namespace fs = std::filesystem;

void write_tar(const EpochTask& task, std::uint64_t shard) {
  const fs::path path = task.folder / fmt::format("shard-{:05}.tar", shard);
  if (fs::is_regular_file(fs::symlink_status(path))) return;
  const Rows rows(task.out, task.workshop, task.epoch, shard);
  Unfinished tar(path);
  for (std::uint64_t row = 0; row < rows.size(); ++row) {
    rows.check(row);
    const std::string name = rows.name(row, NameUse::kMember);
    const PictureFile picture = rows.file(row);
    tar.append(tar_member(name + '.' + picture.extension, picture.bytes));
    tar.append(tar_member(name + ".cls", as_bytes(fmt::to_string(rows.label(row)))));
    const std::string json = sample_json(rows, row);
    if (!json.empty()) tar.append(tar_member(name + ".json", as_bytes(json)));
    if (!rows.reader().layout().has_masks) continue;
    tar.append(tar_member(name + ".mask.png", rows.mask_file(row)));
  }
  tar.append(tar_end());
  tar.publish();
}

void write_epoch(const EpochTask& task) {
  run::make_own_folder(task.folder);
  capi::sweep_temp_files(task.folder);
  for_each_shard(task, [&](std::uint64_t shard) { write_tar(task, shard); });
}

}  // namespace

Target webdataset_target() {
  return {"webdataset",
          "a tar of each shard, its members KEY.jpg or .png, KEY.cls, KEY.json, KEY.mask.png",
          write_epoch};
}

}  // namespace epochmill::convert
