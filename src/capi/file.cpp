#include "capi/file.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"

namespace epochmill::capi {
namespace {

namespace fs = std::filesystem;

// Linux moves at most this many bytes in one read or write.
constexpr std::size_t kMostBytesPerCall = std::size_t{1} << 30;

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void fail(const char* doing, const fs::path& path, int error) {
  throw io_error("cannot {} '{}': {}", doing, path.string(), reason(error));
}

int open_or_fail(const fs::path& path, int flags, const char* doing) {
  int fd = -1;
  do {
    fd = ::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, 0666);
  } while (fd < 0 && errno == EINTR);
  if (fd < 0) fail(doing, path, errno);
  return fd;
}

struct stat status_of(const File& file) {
  struct stat status = {};
  if (::fstat(file.fd(), &status) != 0) fail("ask the size of", file.path(), errno);
  return status;
}

[[noreturn]] void refuse_irregular(const fs::path& path) {
  throw input_error("cannot read '{}': it is {}, not a regular file", path.string(),
                    fs::is_directory(path) ? "a folder" : "a device, pipe or socket");
}

// A regular file to read; the questions cost something only when the answer is no.
File open_input(const fs::path& path) {
  try {
    File file = File::open_read(path);
    if (!file.is_regular()) refuse_irregular(path);
    return file;
  } catch (const Error& error) {
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (error.kind() != ErrorKind::kIo) throw;
    if (status.type() == fs::file_type::not_found) {
      throw input_error("cannot read '{}': there is no such file", path.string());
    }
    if (fs::exists(status) && !fs::is_regular_file(status)) refuse_irregular(path);
    throw;
  }
}

}  // namespace

void FdTraits::free(int fd) { ::close(fd); }

File File::open_read(const fs::path& path) {
  // O_NONBLOCK: opening a pipe that nobody writes to must not hang. Cleared at once, since some
  // parallel file systems give a regular file another meaning for it.
  File file(path, open_or_fail(path, O_RDONLY | O_NONBLOCK, "open for reading"));
  if (::fcntl(file.fd(), F_SETFL, 0) != 0) fail("open for reading", path, errno);
  return file;
}

File File::open_write(const fs::path& path) {
  return {path, open_or_fail(path, O_RDWR, "open for writing")};
}

File File::create_new(const fs::path& path) {
  return {path, open_or_fail(path, O_RDWR | O_CREAT | O_EXCL, "create")};
}

std::uint64_t File::size() const { return checked_cast<std::uint64_t>(status_of(*this).st_size); }

std::string File::identity() const {
  const struct stat status = status_of(*this);
  return fmt::format("{} {} {} {}.{}", status.st_dev, status.st_ino, status.st_size,
                     status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

bool File::is_regular() const { return S_ISREG(status_of(*this).st_mode); }

void File::read_at(std::span<std::uint8_t> out, std::uint64_t offset) const {
  std::size_t done = 0;
  while (done < out.size()) {
    const std::size_t wanted = std::min(out.size() - done, kMostBytesPerCall);
    const ssize_t got =
        ::pread(fd(), out.data() + done, wanted, checked_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read", path_, errno);
    if (got == 0) {
      throw io_error("'{}' ends at byte {}, but {} bytes were expected at {}; it was cut short",
                     path_.string(), offset + done, out.size(), offset);
    }
    done += static_cast<std::size_t>(got);
  }
}

void File::write_at(ByteView bytes, std::uint64_t offset) const {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const std::size_t wanted = std::min(bytes.size() - done, kMostBytesPerCall);
    const ssize_t put =
        ::pwrite(fd(), bytes.data() + done, wanted, checked_cast<off_t>(offset + done));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail("write", path_, errno);
    if (put == 0) throw io_error("cannot write '{}': the system took no bytes", path_.string());
    done += static_cast<std::size_t>(put);
  }
}

void File::reserve(std::uint64_t bytes) const {
  if (bytes == 0) return;
  struct statfs system {};
  int error = 0;
  if (::fstatfs(fd(), &system) == 0 && system.f_type == TMPFS_MAGIC) {
    const auto block = static_cast<std::uint64_t>(system.f_bsize);
    const bool is_limited = system.f_blocks > 0;
    if (is_limited && system.f_bavail < bytes / block) error = ENOSPC;
  } else {
    do {
      error = ::fallocate(fd(), 0, 0, checked_cast<off_t>(bytes)) == 0 ? 0 : errno;
    } while (error == EINTR);
  }
  if (error == 0 || error == EOPNOTSUPP || error == ENOSYS) return;
  throw io_error("cannot reserve {} bytes for '{}': {}", bytes, path_.string(), reason(error));
}

void File::sync() const {
  int result = 0;
  do {
    result = ::fsync(fd());
  } while (result != 0 && errno == EINTR);
  if (result != 0) fail("sync", path_, errno);
}

void File::close() {
  // On Linux the descriptor is gone even when close reports EINTR.
  if (::close(fd_.release()) != 0 && errno != EINTR) fail("close", path_, errno);
}

MappedFile::MappedFile(const fs::path& path) {
  const File file = File::open_read(path);
  if (!file.is_regular())
    throw io_error("cannot map '{}': it is not a regular file", path.string());
  const auto size = checked_cast<std::size_t>(file.size());
  if (size == 0) return;  // nothing to map is an error to mmap, and an empty view to us
  void* start = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.fd(), 0);
  if (start == MAP_FAILED) fail("map", path, errno);
  bytes_ = {static_cast<const std::uint8_t*>(start), size};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

Bytes read_file(const fs::path& path) {
  const File file = open_input(path);
  Bytes bytes(checked_cast<std::size_t>(file.size()));
  file.read_at(bytes, 0);
  return bytes;
}

void make_folders(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) fail("make the folder", path, error.value());
}

void remove_file(const fs::path& path) {
  if (::unlink(path.c_str()) != 0) fail("delete", path, errno);
}

void remove_folder(const fs::path& path) {
  if (::rmdir(path.c_str()) != 0) fail("delete", path, errno);
}

void remove_quietly(const fs::path& path) noexcept { ::unlink(path.c_str()); }

FileIdentity identity_of(const fs::path& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) {
    throw io_error("cannot look at '{}': {}", path.string(), reason(errno));
  }
  return {status.st_dev, status.st_ino};
}

}  // namespace epochmill::capi
