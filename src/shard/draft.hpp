// A shard on its way: what is known of it, and its unfinished file.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "capi/file.hpp"
#include "capi/hdf5.hpp"
#include "shard/columns.hpp"
#include "shard/format.hpp"

namespace epochmill::shard {

class Draft {
 public:
  // Makes no file yet.
  Draft(const std::filesystem::path& final_path, const Header& header, const Layout& layout);
  // Deletes the unfinished file unless publish() went through.
  ~Draft();
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  const std::filesystem::path final_path;
  const std::filesystem::path temp_path;
  const Header header;
  Layout layout;  // constant, but for `boxes`, which make_boxes sets
  std::vector<Column> columns;

  // Lets HDF5 make the file with all attributes and all datasets but those of boxes, and notes the
  // datasets' places. HDF5: one thread, as in all that follows.
  capi::H5File make();
  // Once HDF5 has closed the file, its data are ours to write.
  void open();
  const capi::File& file() const { return *file_; }
  std::uint64_t file_bytes() const { return file_bytes_; }
  // Makes the datasets of `boxes` boxes, behind all others, in the file that open() has opened.
  // Nothing where the layout has no boxes.
  void make_boxes(std::uint64_t boxes);

  void publish();

 private:
  void check_places() const;

  bool is_published_ = false;
  bool has_boxes_ = false;  // make_boxes has made them
  std::optional<capi::File> file_;
  std::uint64_t file_bytes_ = 0;
};

}  // namespace epochmill::shard
