#include "cluster/messages.hpp"

#include <gmock/gmock.h>

namespace epochmill::cluster {
namespace {

TEST(Messages, ATaskComesBackAsItWasSent) {
  const run::ShardTask task{(std::uint64_t{1} << 40) + 3, {0, 7, 1048575}, false};
  const run::ShardTask back = decode_task(encode(task));
  EXPECT_FALSE(back.is_first);
  EXPECT_EQ(back.shard, task.shard);
  EXPECT_EQ(back.epochs, task.epochs);
}

TEST(Messages, AFailureComesBackAsItWasSent) {
  for (const ErrorKind kind : {ErrorKind::kUsage, ErrorKind::kInput, ErrorKind::kInternal,
                               ErrorKind::kIo, ErrorKind::kStopped}) {
    const Failure back = decode_failure(encode(Failure{kind, "cannot read `a\nb`"}));
    EXPECT_EQ(back.kind, kind);
    EXPECT_EQ(back.text, "cannot read `a\nb`");
  }
}

TEST(Messages, AReportComesBackWithItsFiles) {
  RankReport report;
  report.host = "node7";
  report.files = {{1, 2, 16, 3, 4096, "00ff"}, {5, 6, 7, 0, 8, ""}};
  const RankReport back = decode_report(encode(report));
  EXPECT_EQ(back.host, "node7");
  EXPECT_EQ(back.files, report.files);
  Bytes cut = encode(report);
  cut.pop_back();
  EXPECT_THROW(decode_report(cut), Error);
}

TEST(Messages, NumbersAndNonsense) {
  const Done done = decode_done(encode(Done{123456789012345, 17}));
  EXPECT_EQ(done.rows, 123456789012345U);
  EXPECT_EQ(done.rejected, 17U);
  EXPECT_THROW(decode_done(Bytes(7)), Error);
  EXPECT_THROW(decode_done(Bytes(8)), Error);
  EXPECT_THROW(decode_task(Bytes{}), Error);
  EXPECT_THROW(decode_failure(Bytes{}), Error);
}

}  // namespace
}  // namespace epochmill::cluster
