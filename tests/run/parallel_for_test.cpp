#include "run/parallel_for.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>
#include <vector>

#include "base/error.hpp"

namespace epochmill::run {
namespace {

TEST(ParallelFor, CallsEachItemOnce) {
  for (const int threads : {1, 2, 7}) {
    std::vector<std::atomic<int>> calls(1000);
    parallel_for(
        calls.size(), threads,
        [&](std::uint64_t i, int thread) {
          EXPECT_GE(thread, 0);
          EXPECT_LT(thread, threads);
          ++calls[i];
        },
        nullptr);
    for (const auto& count : calls) EXPECT_EQ(count.load(), 1);
  }
}

TEST(ParallelFor, TakesNothingForNothing) {
  parallel_for(
      0, 3, [](std::uint64_t, int) { FAIL(); }, [] { FAIL(); });
}

TEST(ParallelFor, HandsTheLowestExceptionOnAndBeginsNothingNew) {
  std::atomic<int> calls{0};
  try {
    parallel_for(
        100000, 4,
        [&](std::uint64_t i, int) {
          ++calls;
          if (i >= 10) throw input_error("item {}", i);
        },
        nullptr);
    FAIL() << "an exception was swallowed";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_STREQ(error.what(), "item 10");
  }
  EXPECT_LT(calls.load(), 1000);
}

TEST(ParallelFor, BetweenStopsTheLoopAndComesFirst) {
  // One thread, so that it is known which items come before the third call.
  int between_calls = 0;
  int items = 0;
  const auto between = [&] {
    if (++between_calls == 3) throw Error(ErrorKind::kStopped, "enough");
  };
  const auto body = [&](std::uint64_t i, int) {
    ++items;
    if (i == 2) throw input_error("item 2");
  };
  try {
    parallel_for(100000, 1, body, between);
    FAIL() << "an exception was swallowed";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kStopped);
  }
  EXPECT_EQ(items, 3);
}

TEST(ParallelFor, BetweenIsCalledOnTheCallingThread) {
  const auto here = std::this_thread::get_id();
  parallel_for(
      100, 3, [](std::uint64_t, int) {}, [&] { EXPECT_EQ(std::this_thread::get_id(), here); });
}

}  // namespace
}  // namespace epochmill::run
