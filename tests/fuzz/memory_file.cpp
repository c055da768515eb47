#include "memory_file.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <string>

#include "outcome.hpp"

namespace epochmill::fuzz {

// It has a name in a folder: HDF5 asks for the real path of what it opens.
MemoryFile::MemoryFile() {
  const std::filesystem::path memory = "/dev/shm";
  const bool has_memory = std::filesystem::is_directory(memory);
  std::string name =
      ((has_memory ? memory : std::filesystem::temp_directory_path()) / "epochmill-fuzz-XXXXXX")
          .string();
  fd_ = ::mkstemp(name.data());
  if (fd_ < 0) fail("there is no room for a file in memory");
  path_ = name;
}

MemoryFile::~MemoryFile() {
  ::unlink(path_.c_str());
  ::close(fd_);
}

void MemoryFile::hold(ByteView bytes) {
  if (::ftruncate(fd_, 0) != 0 ||
      ::pwrite(fd_, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    fail("the file in memory cannot be written");
  }
}

}  // namespace epochmill::fuzz
