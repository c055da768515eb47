// Run by mpirun: every rank runs every test, and plays its own part in it.
#include "cluster/claims.hpp"

#include <gmock/gmock.h>
#include <mpi.h>

#include <algorithm>

namespace epochmill::cluster {
namespace {

constexpr double kPatience_s = 60;

capi::MpiSession* session = nullptr;

bool is_rank_0() { return session->rank() == 0; }
int others() { return session->size() - 1; }
bool never() { return false; }

constexpr std::uint32_t kEpochs = 3;

TaskPool tasks(std::uint64_t count) {
  std::vector<run::OpenEpochs> open;
  for (std::uint64_t shard = 0; shard < count; ++shard) open.push_back({shard, {0, kEpochs}});
  return {std::move(open), static_cast<std::uint64_t>(session->size())};
}

// What a rank made, in its report.
void note(RankReport& report, const run::ShardTask& task) {
  for (const std::uint32_t epoch : task.epochs) {
    report.files.push_back({.epoch = epoch,
                            .shard = task.shard,
                            .rows = 1,
                            .rejected = 2,
                            .file_bytes = 1,
                            .content_digest = ""});
    ++report.tally.images;
  }
  if (task.is_first) report.tally.rejected += 2;
}

void leave(ClaimClient& client, RankReport report = {}) {
  report.rank = session->rank();
  EXPECT_TRUE(client.finish(report, kPatience_s));
}

void part(ClaimDesk& desk) {
  EXPECT_TRUE(desk.wait_for_all(kPatience_s, [] {}));
  desk.say_bye();
}

// A job in which the others ask for a shard before the last one is done, as often as `asks`.
// The files that it makes, sorted.
std::vector<run::FinishedShard> files_made(std::uint64_t count, int asks) {
  RankReport own;
  if (!is_rank_0()) {
    ClaimClient client(*session, never);
    while (const auto task = client.next()) {
      for (int i = 0; i < asks; ++i) {
        client.between({own.tally.images, own.tally.rejected});
        client.ask_ahead();
      }
      note(own, *task);
    }
    leave(client, own);
    return {};
  }
  ClaimDesk desk(session, tasks(count));
  while (const auto task = desk.next()) {
    note(own, *task);
    desk.serve();
  }
  part(desk);
  std::vector<RankReport> reports = desk.take_reports();
  EXPECT_EQ(reports.size(), static_cast<std::size_t>(others()));
  EXPECT_EQ(desk.done_elsewhere().rows + own.tally.images, count * kEpochs);
  EXPECT_EQ(desk.done_elsewhere().rejected + own.tally.rejected, 2 * count);
  reports.push_back(own);
  std::vector<run::FinishedShard> made;
  for (const RankReport& report : reports) {
    for (const shard::Summary& file : report.files) made.push_back({file.epoch, file.shard});
  }
  std::sort(made.begin(), made.end());
  return made;
}

TEST(Claims, EveryEpochOfEveryShardIsMadeOnce) {
  for (const std::uint64_t count : {0, 1, 2, 500}) {
    for (const int asks : {0, 1, 3}) {
      const std::vector<run::FinishedShard> made = files_made(count, asks);
      if (!is_rank_0()) continue;
      std::vector<run::FinishedShard> all;
      for (std::uint32_t epoch = 0; epoch < kEpochs; ++epoch) {
        for (std::uint64_t shard = 0; shard < count; ++shard) all.push_back({epoch, shard});
      }
      EXPECT_EQ(made, all);
    }
  }
}

TEST(Claims, RankZeroAnswersOneClaimOfEachRankBeforeItsOwnWork) {
  constexpr int kClaims = 20;
  if (!is_rank_0()) {
    ClaimClient client(*session, never);
    for (int i = 0; i < kClaims; ++i) session->send(0, static_cast<int>(Tag::kClaim), {});
    MPI_Barrier(MPI_COMM_WORLD);
    leave(client);
    return;
  }
  ClaimDesk desk(session, tasks(1000));
  MPI_Barrier(MPI_COMM_WORLD);  // now all of their claims are there
  for (int i = 0; i < kClaims; ++i) {
    const std::uint64_t before = desk.next()->shard;
    desk.serve();
    EXPECT_LE(desk.next()->shard - before - 1, static_cast<std::uint64_t>(others()));
  }
  part(desk);
}

TEST(Claims, AFailureStopsEverybody) {
  const int failing = session->size() - 1;
  const Failure failure{ErrorKind::kInput, "cannot read `a.jpg`"};
  if (!is_rank_0()) {
    ClaimClient client(*session, never);
    if (session->rank() == failing) {
      ASSERT_TRUE(client.next());
      client.ask_ahead();  // a shard that is granted, and never begun
      client.fail(failure);
    } else {  // may hear of it before its own first shard
      EXPECT_THROW(while (client.next()) client.ask_ahead(), TeamStops);
    }
    leave(client);
    return;
  }
  ClaimDesk desk(session, tasks(10000));
  if (failing == 0) desk.fail(0, failure);
  part(desk);
  ASSERT_TRUE(desk.failure());
  EXPECT_EQ(desk.failure()->kind, ErrorKind::kInput);
  EXPECT_THAT(desk.failure()->text, testing::HasSubstr("cannot read `a.jpg`"));
  EXPECT_FALSE(desk.next());
}

TEST(Claims, AFailureOutweighsAStopAndTheFirstOneStays) {
  if (!is_rank_0()) {
    ClaimClient client(*session, never);
    EXPECT_THROW(while (client.next()){}, TeamStops);
    leave(client);
    return;
  }
  ClaimDesk desk(session, tasks(0));
  desk.fail(0, {ErrorKind::kStopped, "stopped"});
  desk.fail(0, {ErrorKind::kIo, "first"});
  desk.fail(0, {ErrorKind::kInput, "second"});
  part(desk);
  EXPECT_THAT(desk.failure()->text, testing::StartsWith("first"));
}

TEST(Claims, ASignalEndsTheWaitForAShard) {
  if (!is_rank_0()) {
    ClaimClient client(*session, [] { return true; });
    EXPECT_THROW(client.next(), Error);
    client.fail({ErrorKind::kStopped, "stopped"});
    leave(client);
    return;
  }
  ClaimDesk desk(session, tasks(10));
  part(desk);
  EXPECT_EQ(desk.is_stopping(), others() > 0);
}

TEST(MpiSession, Rank0GathersWhatEveryRankGives) {
  const auto rank = static_cast<std::size_t>(session->rank());
  const std::vector<Bytes> parts = session->gather(Bytes(rank, static_cast<std::uint8_t>(rank)));
  ASSERT_EQ(parts.size(), is_rank_0() ? static_cast<std::size_t>(session->size()) : 0U);
  for (std::size_t r = 0; r < parts.size(); ++r) {
    EXPECT_EQ(parts[r], Bytes(r, static_cast<std::uint8_t>(r)));  // rank 0 gives nothing
  }
}

}  // namespace
}  // namespace epochmill::cluster

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  epochmill::capi::MpiSession own;
  epochmill::cluster::session = &own;
  return RUN_ALL_TESTS();
}
