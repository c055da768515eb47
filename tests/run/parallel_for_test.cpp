#include "run/parallel_for.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
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

TEST(ParallelFor, GetsNoFurtherAheadThanAllowed) {
  constexpr std::uint64_t kMostAhead = 5;
  std::atomic<bool> is_first_done{false};
  std::atomic<std::uint64_t> furthest{0};
  const auto body = [&](std::uint64_t i, int) {
    if (i == 0) {
      // The others have all the time to run ahead.
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      is_first_done = true;
    } else if (!is_first_done) {
      for (std::uint64_t seen = furthest; seen < i && !furthest.compare_exchange_weak(seen, i);) {
      }
    }
  };
  parallel_for(1000, 3, body, nullptr, kMostAhead);
  EXPECT_EQ(furthest, kMostAhead - 1);
}

TEST(ParallelFor, WhoWaitsForAnItemThatFailsIsSetFree) {
  for (const int threads : {1, 2, 4}) {
    const auto body = [](std::uint64_t i, int) {
      if (i == 3) {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        throw input_error("item 3");
      }
    };
    EXPECT_THROW(parallel_for(1000, threads, body, nullptr, 2), Error);
    int calls = 0;
    const auto stop = [&] {
      if (++calls == 5) throw Error(ErrorKind::kStopped, "enough");
    };
    EXPECT_THROW(parallel_for(
                     1000000, threads, [](std::uint64_t, int) {}, stop, 2),
                 Error);
  }
}

}  // namespace
}  // namespace epochmill::run
