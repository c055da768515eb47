// A tree of picture files: epoch-0000/CLASS/KEY.png. An epoch has its name when it is whole.
#include <string>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "convert/names.hpp"
#include "convert/rows.hpp"
#include "convert/target.hpp"

namespace epochmill::convert {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNameBytes = 255;  // of Linux's file systems

void write_picture(const fs::path& path, ByteView bytes) {
  for (const fs::path& part : path) {
    if (part.native().size() <= kMostNameBytes) continue;
    throw input_error("{}: a name of more than {} bytes; export to webdataset instead",
                      path.string(), kMostNameBytes);
  }
  capi::make_folders(path.parent_path());
  capi::File file = capi::File::create_new(path);
  file.write_at(bytes, 0);
  file.sync();
  file.close();
}

void write_shard(const EpochTask& task, const fs::path& unfinished, std::uint64_t shard) {
  const source::Catalog& catalog = task.workshop.catalog();
  const Rows rows(task.out, task.workshop, task.epoch, shard);
  for (std::uint64_t row = 0; row < rows.size(); ++row) {
    rows.check(row);
    const auto label = static_cast<std::size_t>(rows.label(row));
    const PictureFile picture = rows.file(row);
    const std::string name = sample_name(catalog, rows.sample(row), NameUse::kFile) + '.';
    write_picture(unfinished / escaped(catalog.class_names().at(label), NameUse::kFolder) /
                      (name + picture.extension),
                  picture.bytes);
  }
}

void write_epoch(const EpochTask& task) {
  if (fs::is_directory(fs::symlink_status(task.folder))) return;
  const fs::path unfinished =
      task.folder.parent_path() / ('.' + task.folder.filename().string() + ".unfinished");
  fs::remove_all(unfinished);
  // A class without pictures keeps its place among the others.
  for (const std::string& name : task.workshop.catalog().class_names()) {
    capi::make_folders(unfinished / escaped(name, NameUse::kFolder));
  }
  for_each_shard(task, [&](std::uint64_t shard) { write_shard(task, unfinished, shard); });
  capi::publish(unfinished, task.folder);
}

}  // namespace

Target folder_target() {
  return {"folder", "a file of each picture: CLASS/KEY.jpg or .png", write_epoch};
}

}  // namespace epochmill::convert
