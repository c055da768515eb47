#include "verify/equal_pairs.hpp"

#include <gmock/gmock.h>

#include <map>

#include "error_of.hpp"
#include "streams/stream.hpp"
#include "temp_folder.hpp"

namespace epochmill::verify {
namespace {

struct HashedRow {
  std::uint64_t hash = 0;
  RowAddress address;
};

void ignore(std::uint64_t, const RowAddress&) {}

// All addresses of `epochs` x `samples`, with one of `kinds` hashes each, by chance.
std::vector<HashedRow> some_rows(std::uint32_t epochs, std::uint64_t samples, std::uint32_t kinds) {
  std::vector<HashedRow> rows;
  for (std::uint32_t epoch = 0; epoch < epochs; ++epoch) {
    for (std::uint64_t sample = 0; sample < samples; ++sample) {
      const streams::Stream stream(kinds,
                                   {.epoch = epoch, .sample = sample, .op = streams::kSelfTestOp});
      rows.push_back({stream.bulk_block(0)[0] % kinds * 0x9e3779b97f4a7c15U, {epoch, sample}});
    }
  }
  return rows;
}

// Each pair looked at, with ranks and threads from the streams' own grid.
PairCounts brute_force(const std::vector<HashedRow>& rows, GridSize size) {
  const streams::CanonicalGrid grid(size.ranks, size.threads);
  PairCounts counts;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (rows[i].hash != rows[k].hash) continue;
      const streams::Address a = grid.address(rows[i].address.epoch, rows[i].address.sample, 0);
      const streams::Address b = grid.address(rows[k].address.epoch, rows[k].address.sample, 0);
      if (a.epoch == b.epoch) {
        ++counts.one_epoch;
      } else {
        ++(a.sample == b.sample ? counts.one_sample : counts.two_samples);
      }
      if (a.rank != b.rank) {
        ++counts.two_ranks;
      } else {
        ++(a.thread == b.thread ? counts.one_thread : counts.two_threads);
      }
    }
  }
  return counts;
}

PairCounts counted(const std::vector<HashedRow>& rows, GridSize grid, std::uint64_t samples,
                   std::uint64_t memory_bytes, const EqualPairs::SeeEqual& see = ignore) {
  const TempFolder folder;
  EqualPairs pairs(grid, samples, memory_bytes, folder.path());
  for (const HashedRow& row : rows) pairs.add(row.hash, row.address);
  return pairs.count(see);
}

TEST(EqualPairs, AreThoseOfLookingAtEachPairInAnyMemory) {
  for (const std::uint32_t kinds : {1U, 3U, 40U, 100000U}) {
    for (const GridSize grid : {GridSize{1, 1}, GridSize{2, 3}, GridSize{5, 1}, GridSize{64, 16}}) {
      const auto rows = some_rows(7, 29, kinds);
      const PairCounts expected = brute_force(rows, grid);
      for (const std::uint64_t memory : {0, 160, 1 << 20}) {
        EXPECT_EQ(counted(rows, grid, 29, memory), expected)
            << kinds << " kinds, " << grid.ranks << " x " << grid.threads << ", " << memory
            << " bytes";
      }
    }
  }
}

// Rows of one sample in one epoch count with those of the epoch.
TEST(EqualPairs, AreThoseOfLookingAtEachPairOfViews) {
  for (const std::uint32_t kinds : {1U, 3U, 40U}) {
    std::vector<HashedRow> rows;
    for (std::uint32_t view = 0; view < 4; ++view) {
      for (HashedRow row : some_rows(5, 17, kinds + view % 2)) {
        row.address.view = view;
        rows.push_back(row);
      }
    }
    const TempFolder folder;
    EqualPairs pairs({2, 3}, 17, 200, folder.path(), 4);
    for (const HashedRow& row : rows) pairs.add(row.hash, row.address);
    EXPECT_EQ(pairs.count(ignore), brute_force(rows, {2, 3})) << kinds << " kinds";
  }
}

TEST(EqualPairs, HoldTheLargestAddressOfAView) {
  const std::uint64_t samples = streams::kSampleLimit;
  const TempFolder folder;
  EqualPairs pairs({streams::kRankLimit, streams::kThreadLimit}, samples, 0, folder.path(), 10);
  const RowAddress last{streams::kEpochLimit - 1, samples - 1, 9};
  const RowAddress first{streams::kEpochLimit - 1, samples - 1, 0};
  for (const RowAddress& row : {last, first}) pairs.add(9, row);
  std::vector<RowAddress> seen;
  pairs.count([&](std::uint64_t, const RowAddress& row) { seen.push_back(row); });
  EXPECT_THAT(seen, ::testing::ElementsAre(first, last));
}

TEST(EqualPairs, HaveTwoCompleteDivisions) {
  const PairCounts counts = counted(some_rows(5, 20, 3), {2, 2}, 20, 1 << 20);
  EXPECT_GT(counts.all(), 0U);
  EXPECT_EQ(counts.all(), counts.two_ranks + counts.two_threads + counts.one_thread);
  std::uint64_t sum = 0;
  for (const PairClass& of : kPairClasses) sum += counts.*of.count;
  EXPECT_EQ(sum, 2 * counts.all());
}

TEST(EqualPairs, ShowEachEqualRowOnceWithItsHash) {
  const auto rows = some_rows(6, 20, 60);
  std::map<RowAddress, std::uint64_t> hash_of;
  counted(rows, {2, 2}, 20, 64, [&](std::uint64_t hash, const RowAddress& row) {
    EXPECT_TRUE(hash_of.emplace(row, hash).second) << "shown twice";
  });
  for (const HashedRow& row : rows) {
    std::size_t equal = 0;
    for (const HashedRow& other : rows) {
      if (other.hash != row.hash) continue;
      ++equal;
    }
    ASSERT_EQ(hash_of.contains(row.address), equal > 1);
    if (equal > 1) {
      EXPECT_EQ(hash_of.at(row.address), row.hash);
    }
  }
}

TEST(EqualPairs, HoldTheLargestAddresses) {
  const std::uint64_t samples = streams::kSampleLimit;
  const GridSize grid{streams::kRankLimit, streams::kThreadLimit};
  const RowAddress last{streams::kEpochLimit - 1, samples - 1};
  std::vector<RowAddress> seen;
  const PairCounts counts =
      counted({{9, last}, {9, {0, samples - 1}}, {9, {0, 0}}}, grid, samples, 0,
              [&](std::uint64_t, const RowAddress& row) { seen.push_back(row); });
  EXPECT_THAT(seen, ::testing::ElementsAre(RowAddress{0, 0}, RowAddress{0, samples - 1}, last));
  EXPECT_EQ(counts.one_sample, 1U);
  EXPECT_EQ(counts.one_epoch, 1U);
  EXPECT_EQ(counts.two_samples, 1U);
  EXPECT_EQ(counts.two_ranks, 2U);
}

TEST(EqualPairs, AHugeGroupCostsStepsAndNoPairs) {
  std::vector<HashedRow> rows;
  for (std::uint64_t sample = 0; sample < 100000; ++sample) rows.push_back({1, {0, sample}});
  const PairCounts counts = counted(rows, {1, 1}, 100000, 1 << 14);
  EXPECT_EQ(counts.one_epoch, 100000ULL * 99999 / 2);
}

TEST(EqualPairs, RefuseAnAddressOutOfRange) {
  EXPECT_EQ(error_of([] { counted({{1, {0, 5}}}, {1, 1}, 5, 64); }).kind(), ErrorKind::kInternal);
}

}  // namespace
}  // namespace epochmill::verify
