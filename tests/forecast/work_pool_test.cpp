#include "forecast/work_pool.hpp"

#include <gtest/gtest.h>

namespace epochmill::forecast {
namespace {

TEST(WorkPool, GivesEveryFileOnce) {
  const Work work{.samples = 105, .epochs = 6, .shard_rows = 10};
  for (const int ranks : {1, 2, 5, 64}) {
    WorkPool pool(work, ranks);
    std::uint64_t files = 0;
    std::uint64_t images = 0;
    while (const auto unit = pool.next()) {
      EXPECT_GE(unit->epochs, 1U);
      files += unit->epochs;
      images += unit->epochs * unit->samples;
    }
    EXPECT_EQ(files, work.files()) << ranks;
    EXPECT_EQ(images, work.images()) << ranks;
  }
}

TEST(WorkPool, GivesWhatWasLostAgain) {
  const Work work{.samples = 40, .epochs = 4, .shard_rows = 10};
  WorkPool pool(work, 3);
  const auto lost = pool.next();
  std::uint64_t files = pool.next()->epochs;
  pool.begin_again({*lost});
  while (const auto unit = pool.next()) files += unit->epochs;
  EXPECT_EQ(files, work.files());
  pool.begin_again({{10, 2}});
  files = 0;
  while (const auto unit = pool.next()) files += unit->epochs;
  EXPECT_EQ(files, 2U);
}

}  // namespace
}  // namespace epochmill::forecast
