// Arrays in the order of the catalog: images.npy, labels.npy, keys.txt, and keypoints.npy where
// there are landmarks. Rows go to their places as they come; only labels and landmarks are held.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "convert/names.hpp"
#include "convert/npy_header.hpp"
#include "convert/rows.hpp"
#include "convert/target.hpp"
#include "convert/unfinished.hpp"
#include "run/output_folder.hpp"

namespace epochmill::convert {
namespace {

namespace fs = std::filesystem;

// Rows of one size, each written once, by any thread.
class ArrayFile {
 public:
  ArrayFile(const fs::path& path, std::string_view type, const std::vector<std::uint64_t>& shape,
            std::uint64_t row_bytes)
      : file_(path), row_bytes_(row_bytes) {
    const Bytes header = npy_header(type, shape);
    file_.append(header);
    header_bytes_ = header.size();
  }
  void write(std::uint64_t row, ByteView bytes) const {
    if (bytes.size() != row_bytes_) throw internal_error("a row of {} bytes", bytes.size());
    file_.write_at(bytes, header_bytes_ + row * row_bytes_);
  }
  void publish() { file_.publish(); }

 private:
  Unfinished file_;
  std::uint64_t row_bytes_;
  std::uint64_t header_bytes_ = 0;
};

std::uint64_t side(int length) { return checked_cast<std::uint64_t>(length); }

ArrayFile images_file(const EpochTask& task, const image::Shape& shape) {
  return ArrayFile(
      task.folder / "images.npy", shape.type == image::PixelType::kU8 ? "|u1" : "<f4",
      {task.workshop.plan().samples(), side(shape.height), side(shape.width), side(shape.channels)},
      shape.size_bytes());
}

void write_keys(const EpochTask& task) {
  Unfinished file(task.folder / "keys.txt");
  std::string lines;
  for (std::uint64_t i = 0; i < task.workshop.plan().samples(); ++i) {
    lines += escaped(task.workshop.catalog().key(i), NameUse::kText) + '\n';
    if (lines.size() < (std::size_t{1} << 20)) continue;
    file.append(as_bytes(lines));
    lines.clear();
  }
  file.append(as_bytes(lines));
  file.publish();
}

std::vector<float> points_of(const Rows& rows, std::uint64_t row) {
  const auto places = rows.reader().keypoints(row);
  const auto visible = rows.reader().keypoint_visible(row);
  std::vector<float> points;
  for (std::size_t k = 0; k < visible.size(); ++k) {
    points.insert(points.end(), {places[2 * k], places[2 * k + 1], visible[k] != 0 ? 1.0F : 0.0F});
  }
  return points;
}

void write_epoch(const EpochTask& task) {
  run::make_own_folder(task.folder);
  capi::sweep_temp_files(task.folder);
  // Published last, so that it tells that all are there.
  if (fs::is_regular_file(fs::symlink_status(task.folder / "images.npy"))) return;
  const shard::Layout layout = task.workshop.plan().layout(1, 1);
  const std::uint64_t samples = task.workshop.plan().samples();
  ArrayFile images = images_file(task, layout.image);
  ArrayFile labels(task.folder / "labels.npy", "<i8", {samples}, sizeof(std::int64_t));
  std::optional<ArrayFile> points;
  if (layout.keypoints > 0) {
    points.emplace(task.folder / "keypoints.npy", "<f4",
                   std::vector<std::uint64_t>{samples, layout.keypoints, 3},
                   layout.keypoints * 3 * sizeof(float));
  }
  for_each_shard(task, [&](std::uint64_t shard) {
    const Rows rows(task.out, task.workshop, task.epoch, shard);
    for (std::uint64_t row = 0; row < rows.size(); ++row) {
      rows.check(row);
      const std::uint64_t sample = rows.sample(row);
      images.write(sample, image::pixel_bytes(rows.picture(row)));
      const std::int64_t label = rows.label(row);
      labels.write(sample, bytes_of(label));
      if (points) points->write(sample, as_bytes(points_of(rows, row)));
    }
  });
  write_keys(task);
  labels.publish();
  if (points) points->publish();
  images.publish();
}

}  // namespace

Target npy_target() {
  return {"npy", "images.npy, labels.npy, keys.txt (keypoints.npy), in catalog order", write_epoch};
}

}  // namespace epochmill::convert
