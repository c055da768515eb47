#include "capi/companion.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "error_of.hpp"
#include "temp_folder.hpp"

namespace epochmill::capi {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kPlenty = 1 << 20;

Bytes bytes_for(std::uint8_t first, std::size_t size = 1) { return Bytes(size, first); }

TEST(Companion, AnswersManyThreadsEachItsOwn) {
  Companions companions("echo");
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 200; ++i) {
        const Bytes request = bytes_for(static_cast<std::uint8_t>(t), 1 + (i * 7919) % 100000);
        if (companions.ask(request, kPlenty) != request) ++wrong[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(wrong, ::testing::Each(0));
}

TEST(Companion, SaysHowItEnded) {
  Companion companion("die");
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) {
    const Bytes request = bytes_for(static_cast<std::uint8_t>(signal));
    const Error error = error_of([&] { companion.ask(request, kPlenty); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_THAT(error.what(), HasSubstr("was ended by signal " + std::to_string(signal)));
    EXPECT_FALSE(companion.ask(bytes_for(0), kPlenty).empty());  // and goes on
  }
}

TEST(Companion, IsStartedAnewAfterItWasKilledOverNothing) {
  Companion companion("die");
  const auto number = [&companion] {
    return std::stoi(std::string(as_text(companion.ask(bytes_for(0), kPlenty))));
  };
  const int first = number();
  EXPECT_EQ(number(), first);
  ASSERT_EQ(::kill(first, SIGKILL), 0);
  EXPECT_NE(number(), first);
}

// A process that was forked has companions of its own, and leaves its parent's alone.
TEST(Companion, IsNotSharedByAForkedProcess) {
  Companion companion("die");
  const Bytes parents = companion.ask(bytes_for(0), kPlenty);
  const pid_t child = ::fork();
  if (child == 0) std::_Exit(companion.ask(bytes_for(0), kPlenty) == parents ? 1 : 0);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(companion.ask(bytes_for(0), kPlenty), parents);
}

// Too little memory, say: no fault of the file's.
TEST(Companion, BlamesNoFileForWhatTheSystemDid) {
  Companion companion("die");
  const Error error = error_of([&] { companion.ask(bytes_for(SIGKILL), kPlenty); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), HasSubstr("by the system (signal 9)"));
}

TEST(Companion, IsStoppedWhenItComesToNoEnd) {
  Companion companion("spin");
  const Error error = error_of([&] { companion.ask(bytes_for(0), kPlenty); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_THAT(error.what(), HasSubstr("came to no end"));
}

TEST(Companion, IsToldBeforeItIsAskedNext) {
  Companions companions("count");
  companions.tell(bytes_for(0));  // nobody is there yet
  EXPECT_EQ(companions.ask(bytes_for(0), kPlenty), Bytes{1});
  companions.tell(bytes_for(0));
  EXPECT_EQ(companions.ask(bytes_for(0), kPlenty), Bytes{3});
}

TEST(Companion, IsLetGoWhenItIsToldMuchAndNeverAsked) {
  Companions companions("count");
  EXPECT_EQ(companions.ask(bytes_for(0), kPlenty), Bytes{1});
  for (int i = 0; i < 100; ++i) companions.tell(bytes_for(0));
  EXPECT_EQ(companions.ask(bytes_for(0), kPlenty), Bytes{1});
}

TEST(Companion, MayLeave) {
  Companion companion("leave");
  const Error error = error_of([&] { companion.ask(bytes_for(0), kPlenty); });
  EXPECT_THAT(error.what(), HasSubstr("exit code 3"));
}

TEST(Companion, GetsNoMoreMemoryThanItMay) {
  Companion companion("echo");
  const Error error = error_of([&] { companion.ask(bytes_for(1, 1000), 999); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_EQ(companion.ask(bytes_for(1, 999), 999).size(), 999U);
}

// Whoever is asked to stop by a signal to the whole group finishes what it is at.
TEST(Companion, OutlivesSignalsThatAskTheRunToStop) {
  Companion companion("die");
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1, SIGHUP}) {
    EXPECT_FALSE(companion.ask(bytes_for(static_cast<std::uint8_t>(signal)), kPlenty).empty());
  }
}

TEST(Companion, MayReadFilesAndNothingElse) {
  const TempFolder folder;
  const std::string file = (folder / "file").string();
  std::ofstream(file) << "text";
  Companion companion("rights");
  const Bytes can = companion.ask(as_bytes(file), kPlenty);
  if (can == Bytes(7, 1)) GTEST_SKIP() << "no seccomp in this system, or sanitizers";
  EXPECT_EQ(can, (Bytes{1, 0, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace epochmill::capi
