#include "cluster/timeline.hpp"

#include <gtest/gtest.h>

namespace epochmill::cluster {
namespace {

// Unit i is shard i in two epochs, from second i to half a second later.
Timeline timeline_of(std::uint64_t units) {
  Timeline timeline;
  for (std::uint64_t i = 0; i < units; ++i) {
    const auto start_s = static_cast<double>(i);
    timeline.add({.shard = i,
                  .first_epoch = i % 3,
                  .epochs = 2,
                  .start_s = start_s,
                  .end_s = start_s + 0.5});
  }
  return timeline;
}

TEST(Timeline, KeepsEachUnitWhileThereAreFew) {
  const Timeline timeline = timeline_of(Timeline::kMostEntries);
  ASSERT_EQ(timeline.entries().size(), Timeline::kMostEntries);
  EXPECT_EQ(timeline.entries()[200].shard, 200U);
  EXPECT_EQ(timeline.entries()[200].first_epoch, 2U);
  EXPECT_EQ(timeline.entries()[200].units, 1U);
  EXPECT_EQ(timeline.entries()[200].end_s, 200.5);
}

TEST(Timeline, MergesNeighboursBeyondThat) {
  const Timeline timeline = timeline_of(Timeline::kMostEntries + 1);
  ASSERT_EQ(timeline.entries().size(), Timeline::kMostEntries / 2 + 1);
  EXPECT_EQ(timeline.entries()[1].shard, 2U);
  EXPECT_EQ(timeline.entries()[1].units, 2U);
  EXPECT_EQ(timeline.entries()[1].epochs, 4U);
  EXPECT_EQ(timeline.entries()[1].start_s, 2);
  EXPECT_EQ(timeline.entries()[1].end_s, 3.5);
  EXPECT_EQ(timeline.entries().back().units, 1U);
}

TEST(Timeline, CoversAMillionUnitsEvenly) {
  constexpr std::uint64_t kUnits = 1'000'003;
  const std::vector<TimelineEntry> entries = timeline_of(kUnits).entries();
  EXPECT_LE(entries.size(), Timeline::kMostEntries);
  EXPECT_GE(entries.size(), Timeline::kMostEntries / 2);
  std::uint64_t units = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    EXPECT_EQ(entries[i].shard, units);
    EXPECT_EQ(entries[i].epochs, 2 * entries[i].units);
    if (i + 1 < entries.size()) {
      EXPECT_EQ(entries[i].units, entries[0].units);
      EXPECT_LE(entries[i].end_s, entries[i + 1].start_s);
    }
    units += entries[i].units;
  }
  EXPECT_EQ(units, kUnits);
  EXPECT_EQ(entries.back().end_s, static_cast<double>(kUnits) - 0.5);
}

}  // namespace
}  // namespace epochmill::cluster
