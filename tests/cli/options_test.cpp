#include "cli/options.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "cli/forecast_options.hpp"
#include "cli/launch.hpp"
#include "cli/progress_line.hpp"

namespace epochmill::cli {
namespace {

TEST(Options, EpochsAreHalfOpenRanges) {
  EXPECT_EQ(parse_epochs("", 30).last, 30U);
  EXPECT_EQ(parse_epochs("3:7", 30).first, 3U);
  EXPECT_EQ(parse_epochs("3:7", 30).last, 7U);
  EXPECT_EQ(parse_epochs("4", 30).first, 4U);
  EXPECT_EQ(parse_epochs("4", 30).last, 5U);
  for (const char* wrong :
       {"a", "1:", ":3", "3:3", "5:2", "-1:2", "1:2:3", "1048576", "0:9999999"}) {
    EXPECT_THROW(parse_epochs(wrong, 30), Error) << wrong;
  }
}

TEST(Options, NodesAreListsOrDoublings) {
  using testing::ElementsAre;
  EXPECT_THAT(parse_nodes("8"), ElementsAre(8));
  EXPECT_THAT(parse_nodes("4,1,2"), ElementsAre(4, 1, 2));
  EXPECT_THAT(parse_nodes("1:8"), ElementsAre(1, 2, 4, 8));
  EXPECT_THAT(parse_nodes("3:20"), ElementsAre(3, 6, 12, 20));
  EXPECT_THAT(parse_nodes("5:5"), ElementsAre(5));
  for (const char* wrong : {"", "0", "a", "1,", ",1", "1:", ":2", "4:2", "1:2:3", "-1", "9999999"})
    EXPECT_THROW(parse_nodes(wrong), Error) << wrong;
}

TEST(Launch, LoneCopiesUnderSlurmAreRefused) {
  EXPECT_NO_THROW(check_launch({.slurm_tasks = 1}, 1));
  EXPECT_NO_THROW(check_launch({.has_mpi = true, .slurm_tasks = 4}, 4));
  EXPECT_THROW(check_launch({.slurm_tasks = 4}, 1), Error);
}

TEST(Launch, TheThreadsAskedForAreTaken) { EXPECT_EQ(choose_threads(5, {}), 5); }

TEST(Texts, AreForPeople) {
  EXPECT_EQ(duration_text(4.21), "4.2 s");
  EXPECT_EQ(duration_text(200), "3 min 20 s");
  EXPECT_EQ(duration_text(7500), "2 h 05 min");
  EXPECT_EQ(bytes_text(512), "512 B");
  EXPECT_EQ(bytes_text(1.5 * 1024 * 1024), "1.5 MiB");
}

}  // namespace
}  // namespace epochmill::cli
