// A tree of picture files: epoch-0000/CLASS/KEY.png. Beside it, where there is such: a tree of
// masks, epoch-0000-masks/CLASS/KEY.png, and all annotations, epoch-0000.csv, whose paths start
// from the folder that all of them lie in. An epoch has its name when it is whole.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "convert/annotation_table.hpp"
#include "convert/names.hpp"
#include "convert/rows.hpp"
#include "convert/target.hpp"
#include "convert/unfinished.hpp"

namespace epochmill::convert {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNameBytes = 255;  // of Linux's file systems

void write_file(const fs::path& path, ByteView bytes) {
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

// What a folder target writes of one epoch, each under a temp name until all of it is there.
class EpochTree {
 public:
  explicit EpochTree(const EpochTask& task)
      : task_(task),
        catalog_(task.workshop.catalog()),
        name_(task.folder.filename().string()),
        masks_name_(name_ + "-masks"),
        pictures_(task.folder) {
    if (catalog_.has_masks()) masks_.emplace(task.folder.parent_path() / masks_name_);
    if (AnnotationTable::is_needed(task.workshop)) {
      table_.emplace(task.folder.parent_path() / (name_ + ".csv"), task.workshop);
    }
    // A class without pictures keeps its place among the others.
    for (const std::string& name : catalog_.class_names()) {
      capi::make_folders(pictures_.path() / escaped(name, NameUse::kFolder));
    }
  }

  // Any thread.
  void write_shard(std::uint64_t shard) {
    const Rows rows(task_.out, task_.workshop, task_.epoch, shard);
    std::string lines;
    for (std::uint64_t row = 0; row < rows.size(); ++row) {
      rows.check(row);
      lines += write_row(rows, row);
    }
    if (table_) table_->add(shard, lines);
  }

  // The pictures last: their folder tells that all is there.
  void publish() {
    if (masks_) masks_->publish();
    if (table_) table_->publish();
    pictures_.publish();
  }

 private:
  // Returns the lines of the table, if there is one.
  std::string write_row(const Rows& rows, std::uint64_t row) {
    const auto label = static_cast<std::size_t>(rows.label(row));
    const PictureFile picture = rows.file(row);
    const std::string name = escaped(catalog_.class_names().at(label), NameUse::kFolder) + '/' +
                             rows.name(row, NameUse::kFile) + '.';
    write_file(pictures_.path() / (name + picture.extension), picture.bytes);
    if (masks_) write_file(masks_->path() / (name + "png"), rows.mask_file(row));
    if (!table_) return "";
    return table_->lines_of(rows, row, fmt::format("{}/{}{}", name_, name, picture.extension),
                            fmt::format("{}/{}png", masks_name_, name));
  }

  const EpochTask& task_;
  const source::Catalog& catalog_;
  std::string name_;
  std::string masks_name_;
  UnfinishedFolder pictures_;
  std::optional<UnfinishedFolder> masks_;
  std::optional<AnnotationTable> table_;
};

void write_epoch(const EpochTask& task) {
  if (fs::is_directory(fs::symlink_status(task.folder))) return;
  EpochTree tree(task);
  for_each_shard(task, [&](std::uint64_t shard) { tree.write_shard(shard); });
  tree.publish();
}

}  // namespace

Target folder_target() {
  return {"folder",
          "a file of each picture: CLASS/KEY.jpg or .png; masks in a tree of their own, boxes and "
          "other annotations in a .csv beside it",
          write_epoch};
}

}  // namespace epochmill::convert
