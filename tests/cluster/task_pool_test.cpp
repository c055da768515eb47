#include "cluster/task_pool.hpp"

#include <gmock/gmock.h>

#include <map>
#include <set>

namespace epochmill::cluster {
namespace {

using testing::ElementsAre;

// Shards of which some lack all epochs, some a few in the middle, and some none.
std::vector<run::OpenEpochs> odd_shards() {
  std::vector<run::OpenEpochs> open;
  for (std::uint64_t shard = 0; shard < 60; ++shard) {
    if (shard % 3 == 0) open.push_back({shard, {0, 16}});
    if (shard % 3 == 1) {
      open.push_back({shard, {1, 4}});
      open.push_back({shard, {7, 8}});
    }
  }
  return open;
}

TEST(TaskPool, GivesEveryEpochOfEveryShardOnce) {
  for (const std::uint64_t ranks : {1U, 2U, 3U, 64U, 32768U}) {
    std::multiset<std::pair<std::uint64_t, std::uint32_t>> expected;
    for (const run::OpenEpochs& range : odd_shards()) {
      for (std::uint32_t epoch = range.epochs.first; epoch < range.epochs.last; ++epoch)
        expected.emplace(range.shard, epoch);
    }
    TaskPool pool(odd_shards(), ranks);
    std::multiset<std::pair<std::uint64_t, std::uint32_t>> given;
    while (const auto task = pool.next()) {
      ASSERT_FALSE(task->epochs.empty());
      EXPECT_TRUE(std::is_sorted(task->epochs.begin(), task->epochs.end()));
      for (const std::uint32_t epoch : task->epochs) given.emplace(task->shard, epoch);
    }
    EXPECT_EQ(given, expected) << ranks;
    EXPECT_FALSE(pool.next());
  }
}

TEST(TaskPool, OneTaskOfAShardIsItsFirst) {
  for (const std::uint64_t ranks : {1U, 3U, 1000U}) {
    TaskPool pool(odd_shards(), ranks);
    std::map<std::uint64_t, int> firsts;
    while (const auto task = pool.next()) firsts[task->shard] += task->is_first ? 1 : 0;
    EXPECT_EQ(firsts.size(), 40U);
    for (const auto& [shard, count] : firsts) EXPECT_EQ(count, 1) << shard << ", " << ranks;
  }
}

TEST(TaskPool, OneRankGetsAShardInAllItsOpenEpochs) {
  TaskPool pool({{3, {1, 3}}, {3, {5, 6}}, {4, {0, 2}}}, 1);
  EXPECT_THAT(pool.next()->epochs, ElementsAre(1, 2, 5));
  EXPECT_THAT(pool.next()->epochs, ElementsAre(0, 1));
  EXPECT_FALSE(pool.next());
}

TEST(TaskPool, WithoutWorkThereIsNoTask) { EXPECT_FALSE(TaskPool({}, 4).next()); }

}  // namespace
}  // namespace epochmill::cluster
