#include "source/parallel_each.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace epochmill::source {
namespace {

TEST(ParallelEach, DoesEveryNumberOnce) {
  for (const int threads : {-1, 0, 1, 2, 7}) {
    std::vector<std::atomic<int>> done(1000);
    parallel_each(done.size(), threads, [&](std::size_t i) { ++done[i]; });
    for (const auto& times : done) ASSERT_EQ(times, 1);
  }
}

TEST(ParallelEach, DoesNothingForNoNumbers) {
  parallel_each(0, 4, [](std::size_t) { FAIL(); });
}

TEST(ParallelEach, ThrowsTheLowestFailureOnAnyNumberOfThreads) {
  for (const int threads : {1, 2, 8}) {
    for (int repeat = 0; repeat < 20; ++repeat) {
      try {
        parallel_each(500, threads, [](std::size_t i) {
          if (i >= 100 && i % 3 == 0) throw std::runtime_error(std::to_string(i));
        });
        FAIL() << "nothing was thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "102");
      }
    }
  }
}

}  // namespace
}  // namespace epochmill::source
