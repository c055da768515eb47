// The part of capi/file.hpp that is about files on their way to a final name.
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <optional>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "capi/file.hpp"

namespace epochmill::capi {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTempMark = ".tmp.";

std::string reason(int error) { return std::generic_category().message(error); }

// "+CLUSTER-JOB-RESTARTS" of this process, or "". No host's name has a plus.
std::string own_batch_run;

// Who wrote an unfinished file, by its name.
struct Owner {
  std::string host;
  std::string batch_run;  // as above
  pid_t pid = 0;
};

// Cuts ".NUMBER" off the end of `name`.
std::optional<long> take_number(std::string_view& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot + 1 == name.size()) return std::nullopt;
  long number = 0;
  const char* end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data() + dot + 1, end, number);
  if (error != std::errc() || stop != end || number < 0) return std::nullopt;
  name.remove_suffix(name.size() - dot);
  return number;
}

// Absent when `name` is no name that temp_path_for makes.
std::optional<Owner> owner_of(std::string_view name) {
  if (!name.starts_with('.') || !take_number(name)) return std::nullopt;
  const std::optional<long> pid = take_number(name);
  const std::size_t mark = name.rfind(kTempMark);
  if (!pid || *pid == 0 || !std::in_range<pid_t>(*pid)) return std::nullopt;
  if (mark == std::string_view::npos || mark < 2) return std::nullopt;
  const std::string place(name.substr(mark + kTempMark.size()));
  const std::size_t plus = std::min(place.find('+'), place.size());
  return Owner{place.substr(0, plus), place.substr(plus), static_cast<pid_t>(*pid)};
}

std::string_view job_of(std::string_view batch_run) {
  return batch_run.substr(0, batch_run.rfind('-'));
}

// All processes of a job are gone before it runs again.
bool is_earlier_run_of_this_job(const Owner& owner) {
  return !own_batch_run.empty() && owner.batch_run != own_batch_run &&
         job_of(owner.batch_run) == job_of(own_batch_run);
}

// What has ended and was not waited for keeps its number: nothing of it runs any more.
bool has_ended(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(") ");  // the name may hold anything
  if (name_end == std::string::npos || name_end + 2 >= line.size()) return false;
  const char state = line[name_end + 2];
  return state == 'Z' || state == 'X';
}

bool is_gone(pid_t pid) { return (::kill(pid, 0) != 0 && errno == ESRCH) || has_ended(pid); }

// `type`: S_IFREG or S_IFDIR; nothing else is ever ours.
bool is_abandoned(const fs::path& path, mode_t type, double max_age_s) {
  const std::optional<Owner> owner = owner_of(path.filename().string());
  struct stat status = {};
  if (!owner || ::lstat(path.c_str(), &status) != 0) return false;
  if ((status.st_mode & S_IFMT) != type) return false;
  if (is_earlier_run_of_this_job(*owner)) return true;
  if (owner->host == host_name()) return is_gone(owner->pid);
  return std::difftime(std::time(nullptr), status.st_mtime) > max_age_s;
}

template <typename Call>
int uninterrupted(const Call& call) {
  int result = 0;
  do {
    result = call();
  } while (result < 0 && errno == EINTR);
  return result;
}

// A rename is lasting once its folder is on disk.
void sync_folder(const fs::path& folder) {
  const fs::path path = folder.empty() ? fs::path(".") : folder;
  const Handle<FdTraits> fd(
      uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  // EINVAL: this file system has no sync for folders, so there is nothing that could be done.
  if (!fd || (uninterrupted([&] { return ::fsync(fd.get()); }) != 0 && errno != EINVAL)) {
    throw io_error("cannot sync the folder '{}': {}", path.string(), reason(errno));
  }
}

// After a rename that reported `error`: it may have gone through all the same (NFS).
void check_renamed(const FileIdentity& own, const fs::path& temp, const fs::path& final_path,
                   int error) {
  if (fs::exists(final_path) && identity_of(final_path) == own) return;
  throw io_error("cannot rename '{}' to '{}': {}", temp.string(), final_path.string(),
                 reason(error));
}

// Gives `temp` the name `final_path` unless something has it. False, with errno, when that failed.
bool take_free_name(const fs::path& temp, const fs::path& final_path) {
  if (::renameat2(AT_FDCWD, temp.c_str(), AT_FDCWD, final_path.c_str(), RENAME_NOREPLACE) == 0)
    return true;
  if (errno != EINVAL && errno != ENOSYS) return false;
  // NFS and others have no such rename, and a second name instead. Dying between the two calls
  // leaves an unfinished file's name to be swept.
  if (::link(temp.c_str(), final_path.c_str()) == 0) {
    remove_quietly(temp);
    return true;
  }
  // Neither: no way to be sure, and better than not to work at all.
  const bool has_no_links = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS;
  return has_no_links && !fs::exists(final_path) && ::rename(temp.c_str(), final_path.c_str()) == 0;
}

// Gives what is abandoned in `folder` to `remove`, which says whether it is gone; returns how many.
template <typename Remove>
int sweep(const fs::path& folder, mode_t type, double max_age_s, const Remove& remove) {
  std::vector<fs::path> abandoned;
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    if (is_abandoned(entries->path(), type, max_age_s)) abandoned.push_back(entries->path());
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    throw io_error("cannot list the folder '{}': {}", folder.string(), error.message());
  }
  return static_cast<int>(std::ranges::count_if(abandoned, remove));
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name = {};
  if (::gethostname(name.data(), name.size() - 1) != 0) {
    throw io_error("cannot ask the host's name: {}", reason(errno));
  }
  return name.data();
}

void name_batch_run(std::string_view cluster, std::uint64_t job, std::uint64_t restarts) {
  std::string name(cluster);
  std::erase_if(name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; });
  own_batch_run = fmt::format("+{}-{}-{}", name, job, restarts);
}

fs::path temp_path_for(const fs::path& final_path) {
  static std::atomic<std::uint64_t> next{0};
  const std::string stem = fmt::format(".{}{}{}{}.{}", final_path.filename().string(), kTempMark,
                                       host_name(), own_batch_run, ::getpid());
  fs::path path;
  struct stat status = {};
  // In a container every run may have the same process id, so a name may be taken by a run that was
  // killed.
  do {
    path = final_path.parent_path() / fmt::format("{}.{}", stem, next++);
  } while (::lstat(path.c_str(), &status) == 0);
  return path;
}

int sweep_temp_files(const fs::path& folder, double max_age_s) {
  return sweep(folder, S_IFREG, max_age_s,
               [](const fs::path& path) { return ::unlink(path.c_str()) == 0; });
}

int sweep_temp_folders(const fs::path& folder, double max_age_s) {
  return sweep(folder, S_IFDIR, max_age_s, [](const fs::path& path) {
    std::error_code error;  // another process may be sweeping it, too
    fs::remove_all(path, error);
    return !error;
  });
}

File open_scratch_file(const fs::path& folder) {
  File file = File::create_new(temp_path_for(folder / "epochmill-scratch"));
  if (::unlink(file.path().c_str()) != 0) {
    throw io_error("cannot take the name from '{}': {}", file.path().string(), reason(errno));
  }
  return file;
}

void publish(const fs::path& temp, const fs::path& final_path) {
  const FileIdentity own = identity_of(temp);
  if (::rename(temp.c_str(), final_path.c_str()) != 0) {
    check_renamed(own, temp, final_path, errno);
  }
  sync_folder(final_path.parent_path());
}

bool publish_new(const fs::path& temp, const fs::path& final_path) {
  const FileIdentity own = identity_of(temp);
  if (!take_free_name(temp, final_path)) {
    const int error = errno;
    if (fs::exists(final_path) && identity_of(final_path) != own) return false;
    check_renamed(own, temp, final_path, error);
  }
  sync_folder(final_path.parent_path());
  return true;
}

void write_file(const fs::path& path, std::string_view text) {
  write_file(path, [&](const PutText& put) { put(text); });
}

void write_file(const fs::path& path, const std::function<void(const PutText& put)>& write) {
  const fs::path temp = temp_path_for(path);
  try {
    File file = File::create_new(temp);
    std::uint64_t size = 0;
    write([&](std::string_view piece) {
      file.write_at(as_bytes(piece), size);
      size += piece.size();
    });
    file.sync();
    file.close();
    publish(temp, path);
  } catch (...) {
    remove_quietly(temp);
    throw;
  }
}

}  // namespace epochmill::capi
