// A tar of each shard: KEY.jpg, .png or .npy, KEY.cls, and KEY.json where there are landmarks.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "capi/file.hpp"
#include "convert/names.hpp"
#include "convert/rows.hpp"
#include "convert/tar_member.hpp"
#include "convert/target.hpp"
#include "convert/unfinished.hpp"
#include "run/output_folder.hpp"

namespace epochmill::convert {
namespace {

namespace fs = std::filesystem;

// {"keypoints": [[x, y, visible], ...]}; fmt writes the shortest text that gives the float again.
std::string json_of(const Rows& rows, std::uint64_t row) {
  const auto places = rows.reader().keypoints(row);
  const auto visible = rows.reader().keypoint_visible(row);
  std::vector<std::string> points;
  for (std::size_t k = 0; k < visible.size(); ++k) {
    points.push_back(fmt::format("[{}, {}, {}]", places[2 * k], places[2 * k + 1], visible[k]));
  }
  return fmt::format("{{\"keypoints\": [{}]}}\n", fmt::join(points, ", "));
}

void write_tar(const EpochTask& task, std::uint64_t shard) {
  const fs::path path = task.folder / fmt::format("shard-{:05}.tar", shard);
  if (fs::is_regular_file(fs::symlink_status(path))) return;
  const Rows rows(task.out, task.workshop, task.epoch, shard);
  Unfinished tar(path);
  for (std::uint64_t row = 0; row < rows.size(); ++row) {
    rows.check(row);
    const std::string name =
        sample_name(task.workshop.catalog(), rows.sample(row), NameUse::kMember);
    const PictureFile picture = rows.file(row);
    tar.append(tar_member(name + '.' + picture.extension, picture.bytes));
    tar.append(tar_member(name + ".cls", as_bytes(fmt::to_string(rows.label(row)))));
    if (rows.reader().layout().keypoints == 0) continue;
    tar.append(tar_member(name + ".json", as_bytes(json_of(rows, row))));
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
  return {"webdataset", "a tar of each shard, its members KEY.jpg or .png, KEY.cls, KEY.json",
          write_epoch};
}

}  // namespace epochmill::convert
