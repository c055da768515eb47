#include "memory_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "outcome.hpp"

namespace epochmill::fuzz {

MemoryFile::MemoryFile() : fd_(::memfd_create("input", 0)) {
  if (fd_ < 0) fail("the system gives no file in memory");
  path_ = "/proc/self/fd/" + std::to_string(fd_);
}

MemoryFile::~MemoryFile() { ::close(fd_); }

void MemoryFile::hold(ByteView bytes) {
  if (::ftruncate(fd_, 0) != 0 ||
      ::pwrite(fd_, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    fail("the file in memory cannot be written");
  }
}

}  // namespace epochmill::fuzz
