#include "forecast/shared_resource.hpp"

#include <gtest/gtest.h>

namespace epochmill::forecast {
namespace {

double evenly(std::size_t jobs) { return 1.0 / static_cast<double>(jobs); }

TEST(SharedResource, GivesAllToOne) {
  SharedResource resource(evenly);
  EXPECT_TRUE(resource.is_idle());
  resource.begin(7, 2, 10);
  EXPECT_DOUBLE_EQ(resource.next_end(), 12);
  EXPECT_EQ(resource.end_next(12), 7U);
  EXPECT_TRUE(resource.is_idle());
}

TEST(SharedResource, SharesWhileThereAreTwo) {
  SharedResource resource(evenly);
  resource.begin(1, 1, 0);
  resource.begin(2, 1, 0.5);
  // Alone to 0.5; then each gets half.
  EXPECT_DOUBLE_EQ(resource.next_end(), 1.5);
  EXPECT_EQ(resource.end_next(1.5), 1U);
  EXPECT_DOUBLE_EQ(resource.next_end(), 2.0);
  EXPECT_EQ(resource.end_next(2), 2U);
}

TEST(SharedResource, LetsTheFirstOfTwoGoFirst) {
  SharedResource resource([](std::size_t) { return 1.0; });
  resource.begin(5, 1, 0);
  resource.begin(3, 1, 0);
  EXPECT_EQ(resource.end_next(1), 5U);
  EXPECT_EQ(resource.end_next(1), 3U);
}

TEST(SharedResource, CanBeLeftByAll) {
  SharedResource resource(evenly);
  resource.begin(1, 1, 0);
  resource.clear();
  EXPECT_TRUE(resource.is_idle());
  resource.begin(2, 1, 5);
  EXPECT_DOUBLE_EQ(resource.next_end(), 6);
}

}  // namespace
}  // namespace epochmill::forecast
