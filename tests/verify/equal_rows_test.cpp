#include "verify/equal_rows.hpp"

#include <gmock/gmock.h>

#include <map>

namespace epochmill::verify {
namespace {

TEST(EqualRows, KeepsAllThatFit) {
  EqualRows rows(100);
  for (std::uint64_t i = 0; i < 30; ++i) rows.see(i / 3, {0, i});
  EXPECT_TRUE(rows.has_all());
  EXPECT_EQ(rows.kept().size(), 30U);
  EXPECT_EQ(rows.kept()[29].hash, 9U);
  EXPECT_EQ(rows.kept()[29].address.sample, 29U);
}

TEST(EqualRows, KeepsWholeSmallGroupsAndCountsTheRest) {
  EqualRows rows(100);
  for (std::uint64_t i = 0; i < 3000; ++i) rows.see(i / 3, {0, i});
  EXPECT_FALSE(rows.has_all());
  EXPECT_EQ(rows.seen(), 3000U);
  std::map<std::uint64_t, int> sizes;
  for (const EqualRow& row : rows.kept()) ++sizes[row.hash];
  for (const auto& [hash, size] : sizes) EXPECT_EQ(size, 3) << hash;
  EXPECT_THAT(rows.kept().size(), ::testing::AllOf(::testing::Ge(100U), ::testing::Le(112U)));
}

TEST(EqualRows, ALargeGroupIsThinnedEvenlyAndLeavesRoomForOthers) {
  EqualRows rows(800);
  for (std::uint64_t i = 0; i < 100000; ++i) rows.see(0, {0, i});
  for (std::uint64_t i = 0; i < 10; ++i) rows.see(1, {1, i});
  std::vector<std::uint64_t> of_large;
  std::size_t of_small = 0;
  for (const EqualRow& row : rows.kept()) {
    if (row.hash == 0) of_large.push_back(row.address.sample);
    if (row.hash == 1) ++of_small;
  }
  EXPECT_EQ(of_small, 10U);
  ASSERT_THAT(of_large.size(), ::testing::AllOf(::testing::Ge(50U), ::testing::Le(100U)));
  const std::uint64_t step = of_large[1] - of_large[0];
  for (std::size_t i = 0; i < of_large.size(); ++i) EXPECT_EQ(of_large[i], i * step);
  EXPECT_GT(of_large.back(), 100000 - 2 * step);
}

}  // namespace
}  // namespace epochmill::verify
