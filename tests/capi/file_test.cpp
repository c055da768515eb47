#include "capi/file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <vector>

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "error_of.hpp"
#include "temp_folder.hpp"

namespace epochmill::capi {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

void put(const fs::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string get(const fs::path& path) { return std::string(as_text(read_file(path))); }

// The id of a process that has ended.
pid_t ended_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

TEST(File, WritesAndReadsAtAnyPlace) {
  const TempFolder folder;
  File file = File::create_new(folder / "f");
  file.write_at(as_bytes("world"), 6);
  file.write_at(as_bytes("hello "), 0);
  file.sync();
  EXPECT_EQ(file.size(), 11u);
  EXPECT_TRUE(file.is_regular());
  file.close();
  Bytes middle(4);
  File::open_read(folder / "f").read_at(middle, 3);
  EXPECT_EQ(as_text(middle), "lo w");
}

TEST(File, CreateNewRefusesAnExistingFileAndLeavesItAlone) {
  const TempFolder folder;
  put(folder / "f", "old");
  const Error error = error_of([&] { File::create_new(folder / "f"); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("/f'"), HasSubstr("exists")));
  EXPECT_EQ(get(folder / "f"), "old");
}

TEST(File, ReadBehindTheEndSaysWhereTheFileEnds) {
  const TempFolder folder;
  put(folder / "f", "12345");
  const File file = File::open_read(folder / "f");
  Bytes bytes(4);
  const Error error = error_of([&] { file.read_at(bytes, 3); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("/f'"), HasSubstr("ends at byte 5")));
}

TEST(ScratchFile, HasRoomAndNoName) {
  const TempFolder folder;
  const File file = open_scratch_file(folder.path());
  EXPECT_TRUE(fs::is_empty(folder.path()));
  file.write_at(as_bytes("kept"), 10);
  Bytes back(4);
  file.read_at(back, 10);
  EXPECT_EQ(as_text(back), "kept");
}

TEST(ScratchFile, TwoAreNotOne) {
  const TempFolder folder;
  const File one = open_scratch_file(folder.path());
  const File other = open_scratch_file(folder.path());
  one.write_at(as_bytes("one"), 0);
  EXPECT_EQ(other.size(), 0U);
}

TEST(ScratchFile, AMissingFolderIsNamed) {
  const TempFolder folder;
  const Error error = error_of([&] { open_scratch_file(folder / "none"); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("/none/"), HasSubstr("No such file")));
}

TEST(File, MissingFileIsNamedWithTheReason) {
  const TempFolder folder;
  for (const auto open : {&File::open_read, &File::open_write}) {
    const Error error = error_of([&] { open(folder / "none"); });
    EXPECT_EQ(error.kind(), ErrorKind::kIo);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("/none'"), HasSubstr("No such file")));
  }
}

TEST(File, WriteToAReadOnlyFileIsAnError) {
  const TempFolder folder;
  put(folder / "f", "12345");
  const File file = File::open_read(folder / "f");
  const Error error = error_of([&] { file.write_at(as_bytes("x"), 0); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), HasSubstr("cannot write"));
}

TEST(File, OpeningAPipeThatNobodyWritesToDoesNotHang) {
  const TempFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_FALSE(File::open_read(folder / "pipe").is_regular());
}

TEST(File, ReserveSetsTheSizeAndKeepsWhatIsThere) {
  const TempFolder folder;
  File file = File::create_new(folder / "f");
  file.write_at(as_bytes("abc"), 0);
  file.reserve(0);
  file.reserve(100000);
  EXPECT_EQ(file.size(), 100000u);
  Bytes bytes(4);
  file.read_at(bytes, 0);
  EXPECT_EQ(as_text(bytes), std::string_view("abc\0", 4));
}

TEST(File, ReserveOfMoreThanTheDiskHasIsAnErrorAtOnce) {
  const TempFolder folder;
  File file = File::create_new(folder / "f");
  const Error error = error_of([&] { file.reserve(std::uint64_t{1} << 60); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("/f'"), HasSubstr("reserve")));
}

TEST(File, ThreadsWriteTheirOwnPlaces) {
  const TempFolder folder;
  const File file = File::create_new(folder / "f");
  std::vector<std::thread> threads;
  for (std::uint8_t t = 0; t < 4; ++t) {
    threads.emplace_back([&file, t] {
      for (std::uint64_t i = t; i < 400; i += 4) file.write_at(Bytes(100, t), i * 100);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const Bytes bytes = read_file(folder / "f");
  ASSERT_EQ(bytes.size(), 40000u);
  for (std::size_t i = 0; i < bytes.size(); ++i) ASSERT_EQ(bytes[i], i / 100 % 4) << i;
}

TEST(MappedFile, ShowsTheBytesAndMoves) {
  const TempFolder folder;
  put(folder / "f", "mapped");
  MappedFile first(folder / "f");
  MappedFile second(std::move(first));
  EXPECT_EQ(as_text(second.bytes()), "mapped");
  put(folder / "g", "other");
  second = MappedFile(folder / "g");
  EXPECT_EQ(as_text(second.bytes()), "other");
}

TEST(MappedFile, OfAnEmptyFileIsEmpty) {
  const TempFolder folder;
  put(folder / "f", "");
  EXPECT_TRUE(MappedFile(folder / "f").bytes().empty());
}

TEST(MappedFile, OfAFolderIsAnError) {
  const TempFolder folder;
  EXPECT_EQ(error_of([&] { MappedFile mapped(folder.path()); }).kind(), ErrorKind::kIo);
}

TEST(ReadFile, GivesAllBytes) {
  const TempFolder folder;
  put(folder / "f", std::string("a\0b\n\xff", 5));
  EXPECT_EQ(get(folder / "f"), std::string("a\0b\n\xff", 5));
  put(folder / "empty", "");
  EXPECT_TRUE(read_file(folder / "empty").empty());
}

TEST(ReadFile, MissingOrIrregularIsBadInput) {
  const TempFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  put(folder / "plain", "");
  fs::create_symlink(folder / "nowhere", folder / "link");
  const std::pair<fs::path, const char*> cases[] = {{folder / "none", "no such file"},
                                                    {folder / "plain" / "below", "no such file"},
                                                    {folder / "link", "no such file"},
                                                    {folder.path(), "a folder"},
                                                    {folder / "pipe", "pipe"}};
  for (const auto& [path, text] : cases) {
    const Error error = error_of([&path = path] { read_file(path); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << path;
    EXPECT_THAT(error.what(), AllOf(HasSubstr(path.string()), HasSubstr(text)));
  }
}

TEST(TempPath, IsHiddenBesideTheFinalNameAndNeverTwiceTheSame) {
  const fs::path first = temp_path_for("/out/shard.h5");
  const fs::path second = temp_path_for("/out/shard.h5");
  EXPECT_EQ(first.parent_path(), "/out");
  EXPECT_NE(first, second);
  const std::string start = fmt::format(".shard.h5.tmp.{}.{}.", host_name(), ::getpid());
  EXPECT_EQ(first.filename().string().rfind(start, 0), 0u) << first;
}

TEST(TempPath, PassesOverANameThatAKilledProcessLeft) {
  const TempFolder folder;
  const std::string taken = temp_path_for(folder / "f").string();
  const std::size_t dot = taken.rfind('.') + 1;
  const std::string next = taken.substr(0, dot) + std::to_string(std::stoi(taken.substr(dot)) + 1);
  put(next, "left by a process of the same id");
  EXPECT_NE(temp_path_for(folder / "f").string(), next);
}

TEST(Sweep, DeletesWhatAnEndedProcessLeftAndNothingElse) {
  const TempFolder folder;
  const std::string host = host_name();
  const std::string ended = std::to_string(ended_process());
  const std::string gone = ".a.h5.tmp." + host + "." + ended + ".3";
  const std::vector<std::string> kept = {"a.h5",
                                         temp_path_for("b.h5").filename().string(),  // ours, alive
                                         ".c.h5.tmp.other-host." + ended + ".0",     // too young
                                         "d.h5.tmp." + host + "." + ended + ".0",    // not hidden
                                         ".e.h5.tmp." + host + "." + ended,
                                         ".f.h5.tmp." + host + ".-1.0",
                                         ".g.h5.tmp." + host + ".0.0",
                                         ".h.h5.tmp." + host + "." + ended + ".0.bak",
                                         ".tmp." + host + "." + ended + ".0"};
  put(folder / gone, "x");
  for (const std::string& name : kept) put(folder / name, "x");
  EXPECT_EQ(sweep_temp_files(folder.path(), 3600), 1);
  EXPECT_FALSE(fs::exists(folder / gone));
  for (const std::string& name : kept) EXPECT_TRUE(fs::exists(folder / name)) << name;
}

// A rank whose mpirun was killed waits for somebody to take notice of its end.
TEST(Sweep, DeletesWhatAProcessLeftThatNobodyHasWaitedFor) {
  const TempFolder folder;
  const pid_t ended = ::fork();
  if (ended == 0) ::_exit(0);
  siginfo_t info = {};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(ended), &info, WEXITED | WNOWAIT), 0);
  ASSERT_EQ(::kill(ended, 0), 0) << "its number is taken still";
  put(folder / fmt::format(".shard.h5.tmp.{}.{}.0", host_name(), ended), "half");
  EXPECT_EQ(sweep_temp_files(folder.path(), 3600), 1);
  ASSERT_EQ(::waitpid(ended, nullptr, 0), ended);
}

TEST(Sweep, DeletesWhatOtherHostsLeftLongAgo) {
  const TempFolder folder;
  const fs::path old = folder / ".a.h5.tmp.other.host.org.1.0";
  put(old, "x");
  fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(2));
  EXPECT_EQ(sweep_temp_files(folder.path(), 3 * 3600), 0);
  EXPECT_EQ(sweep_temp_files(folder.path(), 3600), 1);
  EXPECT_FALSE(fs::exists(old));
}

// In a process of its own: a name is given once.
TEST(Sweep, DeletesWhatEarlierRunsOfTheSameBatchJobLeft) {
  const TempFolder folder;
  const std::vector<std::string> gone = {".a.h5.tmp.n2+hpc-7-0.1.0", ".b.h5.tmp.n3+hpc-7-1.1.0"};
  const std::vector<std::string> kept = {".c.h5.tmp.n2+hpc-7-2.1.0",    // another rank of this run
                                         ".d.h5.tmp.n2+hpc-8-0.1.0",    // another job
                                         ".e.h5.tmp.n2+other-7-0.1.0",  // of another cluster
                                         ".f.h5.tmp.n2.1.0", ".g.h5.tmp.hpc-7-0.1.0"};
  for (const auto& names : {gone, kept}) {
    for (const std::string& name : names) put(folder / name, "x");
  }
  EXPECT_EXIT(
      {
        name_batch_run("h.p.c", 7, 2);
        const bool is_right =
            sweep_temp_files(folder.path(), 3600) == 2 &&
            temp_path_for("a").filename().string().find("+hpc-7-2.") != std::string::npos;
        std::_Exit(is_right ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
  for (const std::string& name : gone) EXPECT_FALSE(fs::exists(folder / name)) << name;
  for (const std::string& name : kept) EXPECT_TRUE(fs::exists(folder / name)) << name;
}

TEST(Sweep, DeletesFoldersOfTheDeadWithAllThatIsInThem) {
  const TempFolder folder;
  put(folder / "outside", "x");
  const fs::path gone = folder / ".a.tmp.other-host.1.0";
  const fs::path file = folder / ".b.tmp.other-host.1.0";
  const fs::path link = folder / ".c.tmp.other-host.1.0";
  const fs::path ours = temp_path_for(folder / "d");
  fs::create_directories(gone / "class");
  put(gone / "class/picture", "x");
  fs::create_symlink(folder / "outside", gone / "link");
  put(file, "x");
  fs::create_symlink(folder.path(), link);
  fs::create_directory(ours);
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(2);
  fs::last_write_time(gone, long_ago);
  fs::last_write_time(file, long_ago);
  EXPECT_EQ(sweep_temp_folders(folder.path(), 3 * 3600), 0);
  EXPECT_EQ(sweep_temp_folders(folder.path(), 3600), 1);
  EXPECT_FALSE(fs::exists(gone));
  for (const fs::path& kept : {file, fs::path(folder / "outside"), ours}) {
    EXPECT_TRUE(fs::exists(kept)) << kept;
  }
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(sweep_temp_folders(folder / "none", 0), 0);
}

TEST(Sweep, OfAMissingFolderFindsNothing) {
  const TempFolder folder;
  EXPECT_EQ(sweep_temp_files(folder / "none", 0), 0);
}

TEST(PublishNew, LeavesAloneWhatHasTheNameAlready) {
  const TempFolder folder;
  put(folder / "final", "first");
  put(folder / "temp", "second");
  EXPECT_FALSE(publish_new(folder / "temp", folder / "final"));
  EXPECT_EQ(get(folder / "final"), "first");
  fs::remove(folder / "final");
  EXPECT_TRUE(publish_new(folder / "temp", folder / "final"));
  EXPECT_EQ(get(folder / "final"), "second");
  EXPECT_FALSE(fs::exists(folder / "temp"));
  const Error error = error_of([&] { publish_new(folder / "temp", folder / "final"); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
}

TEST(PublishNew, OfManyAtOnceOneWins) {
  const TempFolder folder;
  for (int round = 0; round < 50; ++round) {
    const std::string name = "final-" + std::to_string(round);
    std::atomic<int> winners{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      const std::string temp = "temp-" + std::to_string(t);
      put(folder / temp, "content of " + std::to_string(t));
      threads.emplace_back([&, temp] {
        if (publish_new(folder / temp, folder / name)) ++winners;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(winners, 1);
  }
}

TEST(Publish, ReplacesTheOldFile) {
  const TempFolder folder;
  put(folder / "final", "old");
  put(folder / "temp", "new");
  publish(folder / "temp", folder / "final");
  EXPECT_EQ(get(folder / "final"), "new");
  EXPECT_FALSE(fs::exists(folder / "temp"));
}

TEST(Publish, NamesBothFilesWhenItCannot) {
  const TempFolder folder;
  put(folder / "temp", "new");
  const Error error = error_of([&] { publish(folder / "temp", folder / "none/final"); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("/temp'"), HasSubstr("/none/final'")));
  EXPECT_EQ(error_of([&] { publish(folder / "no", folder / "final"); }).kind(), ErrorKind::kIo);
}

TEST(WriteFile, LeavesTheFinalFileOnly) {
  const TempFolder folder;
  write_file(folder / "f.json", "one");
  write_file(folder / "f.json", "two");
  EXPECT_EQ(get(folder / "f.json"), "two");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(WriteFile, LeavesNothingWhenItFails) {
  const TempFolder folder;
  fs::create_directories(folder / "taken/inside");
  EXPECT_THROW(write_file(folder / "taken", "text"), Error);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(MakeFolders, MakesAllOfThemOnceOrTwice) {
  const TempFolder folder;
  make_folders(folder / "a/b/c");
  make_folders(folder / "a/b/c");
  EXPECT_TRUE(fs::is_directory(folder / "a/b/c"));
}

TEST(MakeFolders, NamesTheFolderThatCannotBe) {
  const TempFolder folder;
  put(folder / "plain", "");
  const Error error = error_of([&] { make_folders(folder / "plain/sub"); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), HasSubstr("/plain/sub'"));
}

TEST(RemoveQuietly, RemovesOrDoesNothing) {
  const TempFolder folder;
  put(folder / "f", "");
  remove_quietly(folder / "f");
  remove_quietly(folder / "f");
  EXPECT_FALSE(fs::exists(folder / "f"));
}

}  // namespace
}  // namespace epochmill::capi
