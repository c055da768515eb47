// Arrays in the order of the catalog, of the samples that were not skipped; of several rows of a
// sample in the order of the views. Rows go to their places
// as they come.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "convert/array_places.hpp"
#include "convert/names.hpp"
#include "convert/npy_header.hpp"
#include "convert/rows.hpp"
#include "convert/target.hpp"
#include "convert/unfinished.hpp"
#include "run/output_folder.hpp"

namespace epochmill::convert {
namespace {

namespace fs = std::filesystem;

using Dims = std::vector<std::uint64_t>;

// Rows of one size, each written once, by any thread.
class ArrayFile {
 public:
  // `dims`: the number of rows, then the sides of each; `value_bytes` is the size of one number.
  ArrayFile(const fs::path& path, std::string_view type, const Dims& dims,
            std::uint64_t value_bytes)
      : file_(path), row_bytes_(value_bytes) {
    for (std::size_t i = 1; i < dims.size(); ++i) row_bytes_ = checked_mul(row_bytes_, dims[i]);
    const Bytes header = npy_header(type, dims);
    file_.append(header);
    header_bytes_ = header.size();
  }
  // One row or several, from `row` on.
  void write(std::uint64_t row, ByteView bytes) const {
    if (bytes.size() % row_bytes_ != 0) throw internal_error("rows of {} bytes", bytes.size());
    file_.write_at(bytes, header_bytes_ + row * row_bytes_);
  }
  void publish() { file_.publish(); }

 private:
  Unfinished file_;
  std::uint64_t row_bytes_;
  std::uint64_t header_bytes_ = 0;
};

std::uint64_t side(int length) { return checked_cast<std::uint64_t>(length); }

void write_keys(const EpochTask& task, const ArrayPlaces& places) {
  Unfinished file(task.folder / "keys.txt");
  std::string lines;
  for (std::uint64_t i = 0; i < task.workshop.plan().samples(); ++i) {
    if (!places.has_row(i)) continue;
    for (std::uint32_t view = 0; view < task.workshop.plan().views(); ++view) {
      lines += escaped(task.workshop.catalog().key(i), NameUse::kText) + '\n';
    }
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

// All arrays of an epoch.
class Arrays {
 public:
  Arrays(const EpochTask& task, const ArrayPlaces& places)
      : task_(task), places_(places), layout_(task.workshop.plan().layout(1, 1)) {
    const std::uint64_t n = places.rows();
    const image::Shape& shape = layout_.image;
    const bool is_u8 = shape.type == image::PixelType::kU8;
    images_ = make("images", is_u8 ? "|u1" : "<f4",
                   {n, side(shape.height), side(shape.width), side(shape.channels)},
                   is_u8 ? 1 : sizeof(float));
    labels_ = make("labels", "<i8", {n}, sizeof(std::int64_t));
    if (layout_.keypoints > 0) {
      keypoints_ = make("keypoints", "<f4", {n, layout_.keypoints, 3}, sizeof(float));
    }
    if (layout_.has_masks) {
      masks_ = make("masks", "|u1", {n, side(shape.height), side(shape.width)}, 1);
    }
    for (const LabelSet& set : layout_.extra_labels) {
      extra_labels_.push_back(make("extra_label_" + escaped(set.name, NameUse::kFolder), "<i8", {n},
                                   sizeof(std::int64_t)));
    }
    if (layout_.mix_partners > 0) make_mix(n);
    if (!places.box_offsets().empty()) make_boxes();
  }

  // Any thread; each row once.
  void write(const Rows& rows, std::uint64_t row) const {
    const shard::Reader& reader = rows.reader();
    const std::uint64_t at = places_.row_of(rows.sample(row)) + reader.view(row);
    images_->write(at, image::pixel_bytes(rows.picture(row)));
    const std::int64_t label = rows.label(row);
    labels_->write(at, bytes_of(label));
    if (keypoints_) keypoints_->write(at, as_bytes(points_of(rows, row)));
    if (masks_) masks_->write(at, image::pixel_bytes(rows.mask(row)));
    for (std::size_t set = 0; set < extra_labels_.size(); ++set) {
      const std::int64_t extra = reader.extra_label(row, set);
      extra_labels_[set]->write(at, bytes_of(extra));
    }
    if (mix_partners_) write_mix(at, reader, row);
    if (boxes_) write_boxes(places_.box_offsets()[at], reader.boxes(row));
  }

  // images.npy last, so that it tells that all are there.
  void publish() {
    for (ArrayFile* file :
         {labels_.get(), keypoints_.get(), masks_.get(), boxes_.get(), box_labels_.get(),
          box_offsets_.get(), mix_partners_.get(), mix_labels_.get(), mix_weights_.get()}) {
      if (file != nullptr) file->publish();
    }
    for (const auto& file : extra_labels_) file->publish();
    images_->publish();
  }

 private:
  using Owned = std::unique_ptr<ArrayFile>;

  Owned make(const std::string& name, std::string_view type, const Dims& dims,
             std::uint64_t value_bytes) const {
    return std::make_unique<ArrayFile>(task_.folder / (name + ".npy"), type, dims, value_bytes);
  }

  void make_mix(std::uint64_t n) {
    Dims dims = {n};
    if (layout_.mix_partners > 1) dims.push_back(layout_.mix_partners);
    mix_partners_ = make("mix_partners", "<u8", dims, sizeof(std::uint64_t));
    if (!layout_.has_mixed_labels()) return;
    mix_labels_ = make("mix_labels", "<i8", {n}, sizeof(std::int64_t));
    mix_weights_ = make("mix_weights", "<f4", {n}, sizeof(float));
  }

  void write_mix(std::uint64_t at, const shard::Reader& reader, std::uint64_t row) const {
    mix_partners_->write(at, as_bytes(reader.mix_partners(row)));
    if (!mix_labels_) return;
    const std::int64_t label = reader.mix_label(row);
    const float weight = reader.mix_weight(row);
    mix_labels_->write(at, bytes_of(label));
    mix_weights_->write(at, bytes_of(weight));
  }

  void make_boxes() {
    const std::vector<std::uint64_t>& offsets = places_.box_offsets();
    boxes_ = make("boxes", "<f4", {offsets.back(), 4}, sizeof(float));
    box_labels_ = make("box_labels", "<i8", {offsets.back()}, sizeof(std::int64_t));
    box_offsets_ = make("box_offsets", "<u8", {offsets.size()}, sizeof(std::uint64_t));
    box_offsets_->write(0, as_bytes(offsets));
  }

  void write_boxes(std::uint64_t at, const std::vector<image::ObjectBox>& boxes) const {
    std::vector<float> sides;
    std::vector<std::int64_t> labels;
    for (const image::ObjectBox& box : boxes) {
      sides.insert(sides.end(), {box.x0, box.y0, box.x1, box.y1});
      labels.push_back(box.label);
    }
    boxes_->write(at, as_bytes(sides));
    box_labels_->write(at, as_bytes(labels));
  }

  const EpochTask& task_;
  const ArrayPlaces& places_;
  shard::Layout layout_;
  Owned images_;
  Owned labels_;
  Owned mix_partners_;  // this one and the next two only of recipes that mix samples
  Owned mix_labels_;
  Owned mix_weights_;
  Owned keypoints_;  // this one and the next four only where the shards have them
  Owned masks_;
  Owned boxes_;
  Owned box_labels_;
  Owned box_offsets_;
  std::vector<Owned> extra_labels_;
};

void write_epoch(const EpochTask& task) {
  run::make_own_folder(task.folder);
  capi::sweep_temp_files(task.folder);
  if (fs::is_regular_file(fs::symlink_status(task.folder / "images.npy"))) return;
  const ArrayPlaces places(task);
  Arrays arrays(task, places);
  for_each_shard(task, [&](std::uint64_t shard) {
    const Rows rows(task.out, task.workshop, task.epoch, shard);
    for (std::uint64_t row = 0; row < rows.size(); ++row) {
      rows.check(row);
      arrays.write(rows, row);
    }
  });
  write_keys(task, places);
  arrays.publish();
}

}  // namespace

Target npy_target() {
  return {"npy",
          "images.npy, labels.npy, keys.txt (keypoints, masks, boxes, box_labels, box_offsets, "
          "extra_label_NAME, mix_partners, mix_labels, mix_weights), in catalog order",
          write_epoch};
}

}  // namespace epochmill::convert
