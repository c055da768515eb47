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
  const bool is_chunked = layout.storage.kind == StorageKind::kDeflated;
  capi::H5File made = capi::H5File::create(
      temp_path, is_chunked ? capi::H5Style::kChunked : capi::H5Style::kContiguous);
  for (Column& column : columns) {
    column.dataset = made.create_dataset(column.dataset);
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
  return made;
}

void Draft::open() {
  file_ = capi::File::open_write(temp_path);
  file_bytes_ = file_->size();
  file_->reserve(file_bytes_);
  for (const Column& column : columns) {
    if (column.dataset.deflate) continue;
    const std::uint64_t end = checked_add(column.dataset.offset, column.dataset.size_bytes());
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
