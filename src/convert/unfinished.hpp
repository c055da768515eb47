// A file or folder under a temp name until it is whole. Names are of capi::temp_path_for, so
// several exports to one folder do not meet, and what a killed one leaves is swept by the next.
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
  // The same, but what has the final name already stays.
  void publish_new();

 private:
  std::filesystem::path final_path_;
  capi::File file_;
  std::uint64_t size_ = 0;
  bool is_published_ = false;
};

class UnfinishedFolder {
 public:
  // Makes an empty folder. Throws `io`.
  explicit UnfinishedFolder(const std::filesystem::path& final_path);
  // Deletes it with all that is in it unless it was published.
  ~UnfinishedFolder();
  UnfinishedFolder(const UnfinishedFolder&) = delete;
  UnfinishedFolder& operator=(const UnfinishedFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // Renames it. A folder that has the final name already stays: whoever gave it that name had it
  // whole, too. Throws `usage` when something else has it. Once.
  void publish();

 private:
  std::filesystem::path final_path_;
  std::filesystem::path path_;
};

}  // namespace epochmill::convert
