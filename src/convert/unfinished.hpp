// A file under a temp name until it is whole.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/bytes.hpp"
#include "capi/file.hpp"

namespace epochmill::convert {

class Unfinished {
 public:
  // Throws `io`.
  explicit Unfinished(const std::filesystem::path& final_path);
  // Deletes the file unless it was published.
  ~Unfinished();
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  // Behind what was appended before; one thread.
  void append(ByteView bytes);
  // Any thread.
  void write_at(ByteView bytes, std::uint64_t offset) const { file_.write_at(bytes, offset); }
  // Syncs, closes, renames and syncs the folder. Once.
  void publish();

 private:
  std::filesystem::path final_path_;
  capi::File file_;
  std::uint64_t size_ = 0;
  bool is_published_ = false;
};

}  // namespace epochmill::convert
