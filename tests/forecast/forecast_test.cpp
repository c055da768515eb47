#include "forecast/forecast.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>

#include "calibrations.hpp"
#include "error_of.hpp"
#include "forecast/work_pool.hpp"

namespace epochmill::forecast {
namespace {

// Plenty of cores, so that none is shared.
Cluster cluster_of(int nodes, int ranks_per_node = 1, int threads = 1) {
  return {.nodes = nodes,
          .ranks_per_node = ranks_per_node,
          .threads = threads,
          .cores = ranks_per_node * threads};
}

// Costs that differ from sample to sample as photos' do.
Calibration varied_calibration() {
  Calibration calibration = plain_calibration(0.004, 0.001);
  for (int i = 1; i < 20; ++i) {
    SampleCost cost = calibration.samples.front();
    cost.decode_s *= 1 + 0.1 * i;
    cost.write_s = 1e-4 * i;
    calibration.samples.push_back(cost);
  }
  calibration.file_s = 0.002;
  calibration.check_s = 5e-5;
  calibration.other_s = 1e-5;
  calibration.image_bytes = 150e3;
  calibration.sample_bytes = 110e3;
  return calibration;
}

TEST(Forecast, OfOneRankIsTheSumOfItsWork) {
  const Calibration calibration = plain_calibration(0.006, 0.001);
  const Work work{.samples = 100, .epochs = 4, .shard_rows = 10, .epochs_together = 8};
  const Forecast found = forecast(calibration, work, cluster_of(1), 1);
  EXPECT_NEAR(found.job_s, 1.0, 1e-9);
  EXPECT_NEAR(found.share(Share::kDecode) * found.total_s(), 0.6, 1e-9);
  EXPECT_NEAR(found.share(Share::kAugment) * found.total_s(), 0.4, 1e-9);
  EXPECT_EQ(found.bottleneck(), Share::kDecode);
  EXPECT_EQ(found.units, 10U);
}

TEST(Forecast, OfTenRanksIsATenthWhenUnitsFallEvenly) {
  const Calibration calibration = plain_calibration(0.01, 0.01);
  const Work work{.samples = 1000, .epochs = 1, .shard_rows = 10};
  const double alone_s = forecast(calibration, work, cluster_of(1), 1).job_s;
  const Forecast ten = forecast(calibration, work, cluster_of(5, 2), 1);
  EXPECT_GT(ten.job_s, alone_s / 10);
  EXPECT_LT(ten.job_s, alone_s / 10 * 1.02);
}

TEST(Forecast, SharesAddUp) {
  Calibration calibration = varied_calibration();
  calibration.slowdowns = {{1, 1.0}, {4, 1.3}};
  calibration.sync_bytes_per_s = 300e6;
  calibration.start_s = 0.5;
  calibration.list_s = 1e-5;
  const Work work{.samples = 3000, .epochs = 6, .shard_rows = 64, .epochs_together = 4};
  for (const int nodes : {1, 2, 7, 40}) {
    for (const double write : {0.0, 200e6}) {
      for (const double mtbf_s : {0.0, 40.0 * nodes}) {
        Cluster cluster = cluster_of(nodes, 2, 2);
        cluster.write_bytes_per_s = write;
        cluster.read_bytes_per_s = write;
        cluster.node_mtbf_s = mtbf_s;
        cluster.requeue_s = 1;
        const Forecast found = forecast(calibration, work, cluster, 1);
        const double sum = std::accumulate(found.shares.begin(), found.shares.end(), 0.0);
        EXPECT_NEAR(sum, 1, 0.02) << nodes << " nodes, " << write << " B/s, " << mtbf_s;
      }
    }
  }
}

// The slow plain way: each unit goes to the rank that is free first, and claims cost nothing.
double greedy_s(const Calibration& calibration, const Work& work, int ranks) {
  UnitTimes times(calibration, 1, work.views, work.epochs_together, 1);
  WorkPool pool(work, ranks);
  std::priority_queue<double, std::vector<double>, std::greater<>> free_at;
  for (int rank = 0; rank < ranks; ++rank) free_at.push(0);
  std::uint64_t number = 0;
  double end_s = 0;
  while (const auto unit = pool.next()) {
    const auto images = static_cast<double>(unit->samples * unit->epochs);
    const double end = free_at.top() + times.making_s(*unit, number++) +
                       static_cast<double>(unit->epochs) * calibration.file_s +
                       images * calibration.check_s;
    free_at.pop();
    free_at.push(end);
    end_s = std::max(end_s, end);
  }
  return end_s;
}

TEST(Forecast, AgreesWithPlainScheduling) {
  const Calibration calibration = varied_calibration();
  for (const int ranks : {1, 3, 16, 100}) {
    const Work work{.samples = 6400, .epochs = 8, .shard_rows = 64, .epochs_together = 8};
    const Forecast found = forecast(calibration, work, cluster_of(ranks), 1);
    const double greedy = greedy_s(calibration, work, ranks);
    // A claim may have to wait for a sample of rank 0's.
    EXPECT_NEAR(found.job_s, greedy, 0.02 * greedy + 0.05) << ranks;
  }
}

TEST(Forecast, CannotWriteFasterThanTheFileSystem) {
  Calibration calibration = plain_calibration(0.001, 0.001);
  calibration.image_bytes = 1e6;
  const Work work{.samples = 10000, .epochs = 1, .shard_rows = 10};
  Cluster cluster = cluster_of(100);
  cluster.write_bytes_per_s = 1e9;
  const Forecast found = forecast(calibration, work, cluster, 1);
  EXPECT_GT(found.job_s, 10);
  EXPECT_LT(found.job_s, 10.5);
  EXPECT_EQ(found.bottleneck(), Share::kStorage);
}

TEST(Forecast, CannotReadFasterThanTheFileSystem) {
  Calibration calibration = plain_calibration(0.001, 0.001);
  calibration.sample_bytes = 1e6;
  const Work work{.samples = 10000, .epochs = 1, .shard_rows = 10};
  Cluster cluster = cluster_of(100);
  cluster.read_bytes_per_s = 1e9;
  const Forecast found = forecast(calibration, work, cluster, 1);
  EXPECT_GT(found.job_s, 10);
  EXPECT_LT(found.job_s, 11);
}

TEST(Forecast, NodesThatOnlyPretendShareTheCores) {
  const Calibration calibration = plain_calibration(0.01, 0.01);
  const Work work{.samples = 1000, .epochs = 1, .shard_rows = 10};
  const double alone_s = forecast(calibration, work, cluster_of(1), 1).job_s;
  Cluster cluster = cluster_of(4);
  cluster.nodes_per_machine = 4;
  EXPECT_NEAR(forecast(calibration, work, cluster, 1).job_s, alone_s, alone_s * 0.02);
  cluster.cores = 2;
  EXPECT_NEAR(forecast(calibration, work, cluster, 1).job_s, alone_s / 2, alone_s * 0.02);
}

TEST(Forecast, RanksWithoutAFileAreIdle) {
  const Calibration calibration = plain_calibration(0.01, 0.01);
  const Work work{.samples = 100, .epochs = 1, .shard_rows = 10};
  const Forecast found = forecast(calibration, work, cluster_of(100), 1);
  EXPECT_EQ(found.units, 10U);
  EXPECT_EQ(found.bottleneck(), Share::kStragglers);
  EXPECT_LT(found.first_idle_s, found.job_s / 2);
}

// Claims come faster than rank 0 can answer: one after the other, each takes what it takes.
TEST(Forecast, RankZeroBoundsTheClaims) {
  const Calibration calibration = plain_calibration(1e-6, 1e-6);
  const Work work{.samples = 100000, .epochs = 1, .shard_rows = 1};
  const Forecast found = forecast(calibration, work, cluster_of(1000), 1);
  EXPECT_GT(found.desk_busy, 0.9);
  EXPECT_EQ(found.bottleneck(), Share::kClaims);
}

TEST(Forecast, FailuresCostWhatWasAtHandAndTheRestart) {
  const Calibration calibration = plain_calibration(0.1, 0.1);
  const Work work{.samples = 2000, .epochs = 1, .shard_rows = 10};
  Cluster cluster = cluster_of(4);
  const double without_s = forecast(calibration, work, cluster, 1).job_s;
  cluster.node_mtbf_s = 100;
  cluster.requeue_s = 10;
  const Forecast found = forecast(calibration, work, cluster, 1);
  EXPECT_GE(found.failures, 1U);
  const auto failures = static_cast<double>(found.failures);
  EXPECT_GE(found.job_s, without_s + 10 * failures - 2);
  // At most a unit of 2 s is lost on each rank.
  EXPECT_LE(found.job_s, without_s + 13 * failures + 2);
}

TEST(Forecast, SaysWhenFailuresLetNothingBeFinished) {
  const Calibration calibration = plain_calibration(10, 10);
  const Work work{.samples = 2000, .epochs = 1, .shard_rows = 100};
  Cluster cluster = cluster_of(4);
  cluster.node_mtbf_s = 100;
  EXPECT_THAT(error_of([&] { forecast(calibration, work, cluster, 1); }).what(),
              testing::HasSubstr("never ends: a node fails every 25 s"));
}

TEST(Forecast, IsTheSameEveryTime) {
  Cluster cluster = cluster_of(8, 2, 2);
  cluster.node_mtbf_s = 200;
  const Work work{.samples = 6400, .epochs = 8, .shard_rows = 64, .epochs_together = 8};
  const Calibration calibration = varied_calibration();
  const Forecast one = forecast(calibration, work, cluster, 5);
  const Forecast other = forecast(calibration, work, cluster, 5);
  EXPECT_EQ(one.job_s, other.job_s);
  EXPECT_EQ(one.shares, other.shares);
  EXPECT_NE(one.job_s, forecast(calibration, work, cluster, 6).job_s);
}

TEST(Forecast, RefusesAClusterOfNothing) {
  const Calibration calibration = plain_calibration(1, 1);
  const Work work{.samples = 10, .epochs = 1, .shard_rows = 10};
  EXPECT_THAT(error_of([&] { forecast(calibration, work, cluster_of(0), 1); }).what(),
              testing::HasSubstr("0 nodes"));
}

}  // namespace
}  // namespace epochmill::forecast
