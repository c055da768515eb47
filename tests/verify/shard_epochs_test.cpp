#include "verify/shard_epochs.hpp"

#include <gmock/gmock.h>

#include "verify/milled.hpp"

namespace epochmill::verify {
namespace {

TEST(ShardEpochs, ListsWhatIsFinishedShardByShard) {
  Milled milled(noise_photos(12), {.ops = kResizedCrop, .shard_rows = 5});
  milled.run({2, 0});
  std::filesystem::remove(shard::shard_path(milled.out(), 2, 1));
  const auto shards = finished_by_shard(milled.out());
  ASSERT_EQ(shards.size(), 3U);
  EXPECT_THAT(shards[0].epochs, ::testing::ElementsAre(0U, 2U));
  EXPECT_THAT(shards[1].epochs, ::testing::ElementsAre(0U));
  EXPECT_EQ(shards[1].shard, 1U);
}

TEST(ShardEpochs, ManyEpochsAreOpenedInParts) {
  Milled milled(noise_photos(1), {.ops = kResizedCrop});
  milled.run(first_epochs(5));
  std::vector<std::uint64_t> seen;
  int parts = 0;
  open_epochs(milled.out(), finished_by_shard(milled.out()).front(), 2,
              [&](std::size_t first, const std::vector<shard::Reader>& readers) {
                ++parts;
                EXPECT_EQ(first, seen.size());
                for (const auto& reader : readers) seen.push_back(reader.header().epoch);
              });
  EXPECT_EQ(parts, 3);
  ASSERT_EQ(seen.size(), 5U);
  for (std::uint64_t epoch = 0; epoch < 5; ++epoch) EXPECT_EQ(seen[epoch], epoch);
}

}  // namespace
}  // namespace epochmill::verify
