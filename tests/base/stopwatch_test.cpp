#include "base/stopwatch.hpp"

#include <gmock/gmock.h>

namespace epochmill {
namespace {

TEST(Stopwatch, NeverRunsBackwards) {
  const Stopwatch watch;
  double before = watch.elapsed_s();
  EXPECT_GE(before, 0.0);
  for (int i = 0; i < 1000; ++i) {
    const double now = watch.elapsed_s();
    ASSERT_GE(now, before);
    before = now;
  }
}

}  // namespace
}  // namespace epochmill
