#include "shard/draft.hpp"

#include "base/checked.hpp"
#include "base/error.hpp"
#include "shard/attributes.hpp"

namespace epochmill::shard {

Draft::Draft(const std::filesystem::path& final, const Header& head, const Layout& rows)
    : final_path(final),
      temp_path(capi::temp_path_for(final)),
      header(head),
      layout(rows),
      columns(columns_of(rows)) {}

Draft::~Draft() {
  if (!is_published_) capi::remove_quietly(temp_path);
}

capi::H5File Draft::make() {
  const bool is_chunked = layout.storage.kind == StorageKind::kDeflated && layout.rows > 0;
  capi::H5File made = capi::H5File::create(
      temp_path, is_chunked ? capi::H5Style::kChunked : capi::H5Style::kContiguous);
  for (Column& column : columns) {
    if (column.is_made_last()) continue;
    column.dataset = made.create_dataset(column.dataset);
    if (column.role == Role::kExtraLabel) {
      made.set_dataset_texts(column.dataset.name, "class_names", column.class_names);
    }
    if (column.is_channels_first) {
      made.set_dataset_texts(column.dataset.name, kLayoutAttribute, {kChannelsFirst});
    }
    if (!column.is_files()) continue;
    made.set_dataset_texts(column.dataset.name, "format", {column.format});
    made.set_dataset_numbers(column.dataset.name, "shape", sides_of(column.shape));
  }
  if (find(columns, Role::kDraws) != nullptr) {
    made.set_dataset_texts("/draws", "columns", layout.draw_names);
  }
  write_attributes(made, header, names_of(columns));
  if (!layout.box_class_names.empty()) {
    made.set_texts(kBoxClassNames, layout.box_class_names);
  }
  return made;
}

void Draft::open() {
  file_ = capi::File::open_write(temp_path);
  file_bytes_ = file_->size();
  file_->reserve(file_bytes_);
  check_places();
}

void Draft::make_boxes(std::uint64_t boxes) {
  if (layout.box_class_names.empty()) return;
  layout.boxes = boxes;
  file_->close();
  capi::H5File file = capi::H5File::open_write(temp_path);
  for (Column& column : columns) {
    if (!column.is_made_last()) continue;
    if (column.is_of_boxes()) column.dataset.dims[0] = boxes;
    column.dataset = file.create_dataset(column.dataset);
  }
  file.close();
  has_boxes_ = true;
  open();
}

void Draft::check_places() const {
  for (const Column& column : columns) {
    const std::uint64_t size = column.dataset.size_bytes();
    const bool is_yet_to_be_made = column.is_made_last() && !has_boxes_;
    // HDF5 gives no place to a dataset without bytes: a shard may have no boxes at all.
    if (column.dataset.deflate || is_yet_to_be_made || size == 0) continue;
    const std::uint64_t end = checked_add(column.dataset.offset, size);
    if (column.dataset.offset == 0 || end > file_bytes_) {
      throw internal_error("HDF5 gave '{}' of '{}' no place", column.dataset.name,
                           final_path.string());
    }
  }
}

void Draft::publish() {
  file_->close();
  capi::publish(temp_path, final_path);
  is_published_ = true;
}

}  // namespace epochmill::shard
