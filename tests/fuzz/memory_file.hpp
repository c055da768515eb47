// A file in memory, for code that only reads files.
#pragma once

#include <filesystem>

#include "base/bytes.hpp"

namespace epochmill::fuzz {

class MemoryFile {
 public:
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  // Makes `bytes` the whole content. Nobody may have the file open or mapped.
  void hold(ByteView bytes);
  // While this process lives.
  const std::filesystem::path& path() const { return path_; }

 private:
  int fd_ = -1;
  std::filesystem::path path_;
};

}  // namespace epochmill::fuzz
