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
  const Layout layout;
  std::vector<Column> columns;

  // Lets HDF5 make the file with all datasets and attributes, and notes the datasets' places. HDF5:
  // one thread, as in all that follows.
  capi::H5File make();
  // Once HDF5 has closed the file, its data are ours to write.
  void open();
  const capi::File& file() const { return *file_; }
  std::uint64_t file_bytes() const { return file_bytes_; }

  void publish();

 private:
  bool is_published_ = false;
  std::optional<capi::File> file_;
  std::uint64_t file_bytes_ = 0;
};

}  // namespace epochmill::shard
