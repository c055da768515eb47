#include "cluster/history.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "temp_folder.hpp"

namespace epochmill::cluster {
namespace {

nlohmann::json read_json(const std::filesystem::path& path) {
  return nlohmann::json::parse(capi::read_file(path));
}

JobReport report_of(const std::string& started_at, std::uint64_t images) {
  RankReport rank;
  rank.host = "n1";
  rank.threads = 2;
  rank.elapsed_s = 9;
  rank.tally.images = images;
  rank.tally.times.decode_s = 4;
  rank.slowest = {images, images, 0.5 * static_cast<double>(images)};
  return {.started_at = started_at,
          .options = "--part 1/2",
          .end = "done",
          .images_total = images,
          .elapsed_s = 10,
          .ranks = {rank}};
}

TEST(History, AddsUpOverRuns) {
  const TempFolder out;
  EXPECT_EQ(keep_report(out.path(), report_of("2026-11-30T12:00:00Z", 8)).runs, 1U);
  const History history = keep_report(out.path(), report_of("2026-11-30T13:00:00Z", 4));
  EXPECT_EQ(history.runs, 2U);
  EXPECT_EQ(history.images, 12U);
  EXPECT_DOUBLE_EQ(history.core_hours, 40.0 / 3600);
  const nlohmann::json sum = read_json(out / "report.json");
  EXPECT_EQ(sum["total"]["images"], 12);
  EXPECT_EQ(sum["slowest_shard"]["shard"], 8);
  ASSERT_EQ(sum["runs"].size(), 2U);
  EXPECT_EQ(sum["runs"][1]["started_at"], "2026-11-30T13:00:00Z");
  EXPECT_EQ(read_json(out / sum["runs"][0]["report"].get<std::string>())["options"], "--part 1/2");
}

TEST(History, SharesOfTimeAddUpToOne) {
  const TempFolder out;
  keep_report(out.path(), report_of("2026-11-30T12:00:00Z", 8));
  const nlohmann::json shares = read_json(out / "report.json")["shares"];
  double sum = 0;
  for (const auto& [name, share] : shares.items()) sum += share.get<double>();
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_DOUBLE_EQ(shares["decode"], 4.0 / 20);
  EXPECT_DOUBLE_EQ(shares["wait"], 2.0 / 20);  // one second, both threads
}

TEST(History, AFileThatIsNoReportIsPassedOver) {
  const TempFolder out;
  std::filesystem::create_directory(out / "reports");
  capi::write_file(out / "reports" / "00-notes.json", "{\"started_at\": 5}");
  EXPECT_EQ(keep_report(out.path(), report_of("2026-11-30T12:00:00Z", 8)).runs, 1U);
}

TEST(History, ALinkInThePlaceOfTheFolderIsRefused) {
  const TempFolder out;
  const TempFolder elsewhere;
  std::filesystem::create_directory_symlink(elsewhere.path(), out / "reports");
  EXPECT_THROW(keep_report(out.path(), report_of("2026-11-30T12:00:00Z", 8)), Error);
  EXPECT_TRUE(std::filesystem::is_empty(elsewhere.path()));
}

}  // namespace
}  // namespace epochmill::cluster
