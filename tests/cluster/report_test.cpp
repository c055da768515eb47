#include "cluster/report.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

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
  report.timeline = {{7, 2, 4, 1, 0.25, 0.5}, {9, 0, 8, 2, 0.5, 1.0000004}};
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

TEST(Report, ATimelineComesBackToTheMicrosecond) {
  const RankReport back = parse_rank_report(to_json(sample_report()));
  ASSERT_EQ(back.timeline.size(), 2U);
  EXPECT_EQ(back.timeline[0].shard, 7U);
  EXPECT_EQ(back.timeline[0].first_epoch, 2U);
  EXPECT_EQ(back.timeline[0].epochs, 4U);
  EXPECT_EQ(back.timeline[0].units, 1U);
  EXPECT_EQ(back.timeline[0].start_s, 0.25);
  EXPECT_EQ(back.timeline[1].units, 2U);
  EXPECT_EQ(back.timeline[1].end_s, 1.0);
}

TEST(Report, AnOlderReportHasNoTimeline) {
  JobReport job;
  job.ranks = {sample_report()};
  auto json = nlohmann::ordered_json::parse(to_json(job));
  const auto with = parse_job_report(json.dump());
  ASSERT_TRUE(with);
  EXPECT_EQ(with->ranks[0].timeline.size(), 2U);
  ASSERT_EQ(json["ranks"][0].erase("timeline"), 1U);
  const auto without = parse_job_report(json.dump());
  ASSERT_TRUE(without);
  EXPECT_TRUE(without->ranks[0].timeline.empty());
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
