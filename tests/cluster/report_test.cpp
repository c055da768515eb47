#include "cluster/report.hpp"

#include <gmock/gmock.h>

namespace epochmill::cluster {
namespace {

RankReport sample_report() {
  RankReport report;
  report.rank = 3;
  report.host = "node7";
  report.cores = {4, 5};
  report.threads = 2;
  report.elapsed_s = 1.5;
  report.peak_memory_bytes = 123;
  report.tally = {.images = 64, .source_images = 16, .redraws = 2, .times = {.decode_s = 0.25}};
  report.warnings = {"sample 1 (`\xff`): odd"};
  return report;
}

TEST(Report, ARanksReportComesBackAsItWasSent) {
  const RankReport back = parse_rank_report(to_json(sample_report()));
  EXPECT_EQ(back.rank, 3);
  EXPECT_EQ(back.host, "node7");
  EXPECT_EQ(back.cores, (std::vector<int>{4, 5}));
  EXPECT_EQ(back.tally.images, 64U);
  EXPECT_EQ(back.tally.redraws, 2U);
  EXPECT_EQ(back.tally.times.decode_s, 0.25);
  EXPECT_EQ(back.warnings.size(), 1U);
}

TEST(Report, TotalsAddUp) {
  JobReport job;
  job.ranks = {sample_report(), sample_report()};
  EXPECT_EQ(job.total().images, 128U);
  EXPECT_EQ(job.total().times.decode_s, 0.5);
  EXPECT_THAT(to_json(job), testing::HasSubstr("\"images\": 128"));
}

}  // namespace
}  // namespace epochmill::cluster
