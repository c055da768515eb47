// POSIX files. Every call is checked where it is made; errors are `io` and name the path and the
// system's reason.
#pragma once

#include <sys/types.h>

#include <compare>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "capi/handle.hpp"

namespace epochmill::capi {

struct FdTraits {
  using Value = int;
  static constexpr int kNone = -1;
  static void free(int fd);
};

// An open file descriptor. pread/pwrite may be called from any thread.
class File {
 public:
  static File open_read(const std::filesystem::path& path);
  static File open_write(const std::filesystem::path& path);  // existing file, read and write
  static File create_new(
      const std::filesystem::path& path);  // O_CREAT | O_EXCL, mode 0666 & ~umask

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const;
  // Another for another file, and for this one once it was changed.
  std::string identity() const;
  bool is_regular() const;
  // All of `out` or an error: short counts and EINTR are gone on with; an early end of file is an
  // `io` error.
  void read_at(std::span<std::uint8_t> out, std::uint64_t offset) const;
  void write_at(ByteView bytes, std::uint64_t offset) const;
  // fallocate, not posix_fallocate, which writes to every block where the file system cannot; that
  // is no error here, but a full disk is one. On tmpfs only the free
  // space is looked at: there is no place on a disk to be chosen, and taking each page twice costs
  // a third of writing it.
  void reserve(std::uint64_t bytes) const;
  void sync() const;  // fsync
  void close();       // checks close's result; the destructor cannot
  int fd() const { return fd_.get(); }

 private:
  File(std::filesystem::path path, int fd) : path_(std::move(path)), fd_(fd) {}
  std::filesystem::path path_;
  Handle<FdTraits> fd_;
};

// A file mapped read-only and shared: its pages are the page cache's, not this process's own.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ByteView bytes() const { return bytes_; }

 private:
  ByteView bytes_;
};

// All bytes of a regular file. Throws `input` when it is missing or not a regular file, `io`
// otherwise.
Bytes read_file(const std::filesystem::path& path);

// Which run of which batch job this process belongs to; `restarts` counts how often the job was
// queued again. Unfinished files then name it. Once, before there are threads.
void name_batch_run(std::string_view cluster, std::uint64_t job, std::uint64_t restarts);

// A name for an unfinished file beside `final_path`: ".NAME.tmp.HOST.PID.N", N counting up in this
// process; in a batch job ".NAME.tmp.HOST+CLUSTER-JOB-RESTARTS.PID.N".
std::filesystem::path temp_path_for(const std::filesystem::path& final_path);

// An unfinished file of another machine is given up after this long: no shard takes two days.
inline constexpr double kForeignTempAge_s = 2 * 24 * 3600.0;

// Deletes the unfinished files in `folder` whose owner is gone: those of this host whose process
// does not exist any more, those of an earlier run of the same batch job, wherever it ran, and
// those of other hosts that are older than `max_age_s` seconds. Returns how many.
int sweep_temp_files(const std::filesystem::path& folder, double max_age_s = kForeignTempAge_s);

// The same for unfinished folders, with all that is in them, whose names are of temp_path_for.
int sweep_temp_folders(const std::filesystem::path& folder, double max_age_s = kForeignTempAge_s);

// A new file in `folder` that has no name: it is gone when it is closed, and when the process dies.
File open_scratch_file(const std::filesystem::path& folder);

// Which file a path leads to, whatever the path: device and inode, links followed.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  auto operator<=>(const FileIdentity&) const = default;
};
FileIdentity identity_of(const std::filesystem::path& path);

// rename(2), then fsync of the folder. When rename reports failure and the target is there all the
// same (NFS may), that is success.
void publish(const std::filesystem::path& temp, const std::filesystem::path& final_path);

// The same, but what has the final name already stays, and the answer is then false. Of two
// processes that publish at once, one gets true.
bool publish_new(const std::filesystem::path& temp, const std::filesystem::path& final_path);

// Writes a whole small file by temp name, fsync, rename and fsync of the folder.
void write_file(const std::filesystem::path& path, std::string_view text);
// The same of a text in pieces: `write` gives them to the function that it is called with.
using PutText = std::function<void(std::string_view piece)>;
void write_file(const std::filesystem::path& path,
                const std::function<void(const PutText& put)>& write);

// mkdir -p with mode 0777 & ~umask.
void make_folders(const std::filesystem::path& path);

// unlink(2) and rmdir(2), the latter of an empty folder. Throw `io`.
void remove_file(const std::filesystem::path& path);
void remove_folder(const std::filesystem::path& path);

// unlink(2); no error when there is nothing, and none from a destructor's call.
void remove_quietly(const std::filesystem::path& path) noexcept;

std::string host_name();

}  // namespace epochmill::capi
