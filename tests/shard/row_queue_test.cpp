#include "shard/row_queue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "base/error.hpp"

namespace epochmill::shard {
namespace {

TEST(RowQueue, PutsRowsOfAllThreadsIntoOrder) {
  constexpr std::uint64_t kRows = 2000;
  std::vector<std::uint64_t> rows;
  RowQueue queue([&](std::uint64_t row, const RowQueue::Pictures& pictures) {
    EXPECT_EQ(pictures.at(0).at(0), row % 251);
    rows.push_back(row);
  });
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      // Each its own rows, backwards in pieces of 100.
      for (std::uint64_t first = 0; first < kRows; first += 100) {
        for (std::uint64_t row = first + 99 - t; row + 4 > first + 3 - t; row -= 4) {
          queue.put(row, {{static_cast<std::uint8_t>(row % 251)}});
          if (row < first + 4) break;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(rows.size(), kRows);
  for (std::uint64_t i = 0; i < kRows; ++i) EXPECT_EQ(rows[i], i);
}

TEST(RowQueue, HandsOnWhatTheTakerThrows) {
  RowQueue queue([](std::uint64_t row, const RowQueue::Pictures&) {
    if (row == 1) throw io_error("the disk is full");
  });
  queue.put(1, {{1}});
  EXPECT_THROW(queue.put(0, {{0}}), Error);
}

}  // namespace
}  // namespace epochmill::shard
