// A disk that is full: a file system of one megabyte, in a mount namespace of a child process.
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "capi/file.hpp"
#include "shard/reader.hpp"
#include "shard/sample_shard.hpp"
#include "temp_folder.hpp"

namespace epochmill::shard {
namespace {

namespace fs = std::filesystem;

constexpr int kCannotMount = 77;

bool mount_small_disk(const fs::path& folder) {
  return ::unshare(CLONE_NEWNS) == 0 &&
         ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         ::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=1m") == 0;
}

// Runs `scenario` on a small disk; it gives "" or what went wrong. Leaves by exit(), so that a
// crash in HDF5's or our exit handlers shows too.
void expect_on_small_disk(const std::function<std::string(const fs::path&)>& scenario) {
  const TempFolder folder;
  fs::create_directory(folder / "disk");
  const pid_t child = ::fork();
  if (child == 0) {
    if (!mount_small_disk(folder / "disk")) ::_exit(kCannotMount);
    const std::string wrong = scenario(folder / "disk");
    std::ofstream(folder / "wrong") << wrong;
    std::exit(wrong.empty() ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kCannotMount) {
    GTEST_SKIP() << "a small disk can only be mounted by root";
  }
  ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  ASSERT_EQ(WEXITSTATUS(status), 0) << as_text(capi::read_file(folder / "wrong"));
}

// "" when `error` is what a full disk should give, and `folder` holds nothing but `names`.
std::string judge(const Error& error, const fs::path& folder,
                  const std::vector<std::string>& names) {
  const std::string what = error.what();
  const bool is_named = what.find("f.h5") != std::string::npos &&
                        what.find("No space left on device") != std::string::npos;
  if (error.kind() != ErrorKind::kIo || !is_named) return "not the right error: " + what;
  if (names_in(folder) != names) return "a file was left behind";
  return "";
}

TEST(ShardOnAFullDisk, TooLargeAShardIsRefusedBeforeAnyRow) {
  expect_on_small_disk([](const fs::path& disk) -> std::string {
    Layout layout = sample_layout();
    layout.rows = 4000;
    try {
      Writer writer(disk / "f.h5", sample_header(), layout);
    } catch (const Error& error) {
      return judge(error, disk, {});
    }
    return "no error was thrown";
  });
}

// One child per amount of space left, since HDF5 does not forget a failure.
TEST(ShardOnAFullDisk, AnyLackOfSpaceIsAnErrorAndLeavesNothing) {
  for (int pages_left = 0; pages_left < 30; ++pages_left) {
    expect_on_small_disk([pages_left](const fs::path& disk) -> std::string {
      std::ofstream(disk / "other", std::ios::binary)
          << std::string(static_cast<std::size_t>(256 - pages_left) * 4096, 'x');
      Header header = sample_header();
      header.class_names.assign(9000, "a class");  // goes through HDF5
      try {
        write_sample(disk / "f.h5", header, sample_layout());
      } catch (const Error& error) {
        return judge(error, disk, {"other"});
      }
      return Reader(disk / "f.h5").layout().rows == 5 ? "" : "the file is not whole";
    });
    if (IsSkipped() || HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace epochmill::shard
