#include "plan/work_units.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <queue>

namespace epochmill::plan {
namespace {

using testing::Each;
using testing::ElementsAre;

// The sizes of all units of `shards` shards of `epochs` epochs.
std::vector<std::uint64_t> units_of(std::uint64_t shards, std::uint64_t epochs,
                                    std::uint64_t ranks) {
  WorkUnits units(shards * epochs, ranks);
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t shard = 0; shard < shards; ++shard) {
    for (std::uint64_t open = epochs; open > 0; open -= sizes.back())
      sizes.push_back(units.next(open));
  }
  EXPECT_EQ(units.left(), 0U);
  return sizes;
}

TEST(WorkUnits, OneRankGetsWholeShards) {
  EXPECT_THAT(units_of(3, 90, 1), ElementsAre(90, 90, 90));
}

TEST(WorkUnits, ShardsStayWholeWhileThereIsPlenty) {
  const auto units = units_of(165, 16, 10);
  ASSERT_EQ(units.size(), 170U);
  EXPECT_THAT(std::vector(units.begin(), units.begin() + 160), Each(16));
  EXPECT_THAT(std::vector(units.begin() + 160, units.end()), Each(8));
}

TEST(WorkUnits, FewShardsAreSharedByAllRanks) {
  EXPECT_THAT(units_of(2, 16, 8), Each(4));    // 4 epochs a rank
  EXPECT_THAT(units_of(1, 4, 4096), Each(1));  // never less than one
  EXPECT_THAT(units_of(1, 4, 4096), testing::SizeIs(4));
}

TEST(WorkUnits, WhatIsAimedAtNeverGrows) {
  for (const std::uint64_t ranks : {1U, 2U, 3U, 64U, 4096U, 32768U}) {
    std::uint64_t aim = epochs_aimed_at(1, ranks);
    EXPECT_EQ(aim, 1U);
    for (std::uint64_t open = 1; open < 4000000; open += 1 + open / 50) {
      const std::uint64_t next = epochs_aimed_at(open, ranks);
      ASSERT_LE(aim, next) << open << " open for " << ranks << " ranks";
      aim = next;
    }
  }
}

TEST(WorkUnits, UnitsOfAShardAreAboutWhatIsAimedAt) {
  for (std::uint64_t open = 1; open <= 200; ++open) {
    for (std::uint64_t aim = 1; aim <= 300; ++aim) {
      const std::uint64_t granted = epochs_to_grant(open, aim);
      ASSERT_GE(granted, 1U);
      ASSERT_LE(granted, open);
      ASSERT_LE(2 * granted, 3 * aim + 1) << open << ", " << aim;
      if (granted < open) {
        ASSERT_GE(3 * granted, 2 * aim) << open << ", " << aim;
      }
    }
  }
}

// By the clock of ranks that take 5 for decoding a shard and 1 for each epoch.
double time_of(std::uint64_t shards, std::uint64_t epochs, std::uint64_t ranks, bool splits) {
  WorkUnits units(shards * epochs, splits ? ranks : 1);
  std::priority_queue<double, std::vector<double>, std::greater<>> free_at;
  for (std::uint64_t rank = 0; rank < ranks; ++rank) free_at.push(0);
  double end = 0;
  std::uint64_t open = epochs;
  while (units.left() > 0) {
    const std::uint64_t granted = units.next(open);
    open = open == granted ? epochs : open - granted;
    const double done = free_at.top() + 5 + static_cast<double>(granted);
    free_at.pop();
    free_at.push(done);
    end = std::max(end, done);
  }
  return end;
}

TEST(WorkUnits, SplittingEndsJobsOfFewShardsSoonerAndOthersHardlyLater) {
  EXPECT_LT(3 * time_of(720, 90, 4096, true), time_of(720, 90, 4096, false));
  EXPECT_LT(2 * time_of(720, 90, 32768, true), time_of(720, 90, 32768, false));
  for (const std::uint64_t ranks : {2U, 8U, 64U}) {
    for (const std::uint64_t shards : {ranks, 2 * ranks, 4 * ranks, 16 * ranks}) {
      EXPECT_LT(time_of(shards, 16, ranks, true), 1.25 * time_of(shards, 16, ranks, false))
          << shards << " shards, " << ranks << " ranks";
    }
  }
}

}  // namespace
}  // namespace epochmill::plan
