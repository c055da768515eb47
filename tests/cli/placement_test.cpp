#include "cli/placement.hpp"

#include <gmock/gmock.h>

namespace epochmill::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Placement, ComesBackAsItWasSent) {
  const Placement back = decode_placement(encode({"node7", 3, {0, 1, 8}}));
  EXPECT_EQ(back.host, "node7");
  EXPECT_EQ(back.threads, 3);
  EXPECT_THAT(back.cores, ElementsAre(0, 1, 8));
}

TEST(Placement, CoresAreShownAsRanges) {
  EXPECT_EQ(cores_text({0, 1, 2, 5, 7, 8}), "0-2,5,7-8");
  EXPECT_EQ(cores_text({3}), "3");
}

TEST(Placement, RanksWithCoresOfTheirOwnAreRight) {
  EXPECT_THAT(placement_warnings({{"n1", 2, {0, 1}}, {"n1", 2, {2, 3}}, {"n2", 2, {0, 1}}}),
              IsEmpty());
}

TEST(Placement, UnboundRanksThatFitAreRight) {
  EXPECT_THAT(placement_warnings({{"n1", 1, {0, 1}}, {"n1", 1, {0, 1}}}), IsEmpty());
}

TEST(Placement, MoreThreadsThanCoresAreTold) {
  EXPECT_THAT(placement_warnings({{"n1", 1, {1}}, {"n1", 2, {0}}}),
              ElementsAre(HasSubstr("rank 1 on n1 has 2 threads on 1 core (0)"),
                          HasSubstr("2 ranks on n1 have 3 threads on 2 cores (0-1)")));
}

TEST(Placement, RanksBoundToTheSameCoresAreTold) {
  EXPECT_THAT(placement_warnings({{"n1", 2, {0, 1}}, {"n1", 2, {0, 1}}, {"n2", 2, {0, 1}}}),
              ElementsAre(HasSubstr("2 ranks on n1 have 4 threads on 2 cores (0-1)")));
}

TEST(Placement, ManyRanksAreCutShort) {
  const std::string text = placement_text(std::vector<Placement>(40, {"n1", 1, {0}}));
  EXPECT_THAT(text, HasSubstr("rank 15 on n1: 1 thread on core 0\n"));
  EXPECT_THAT(text, HasSubstr("... and 24 ranks more"));
}

}  // namespace
}  // namespace epochmill::cli
