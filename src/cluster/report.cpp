#include "cluster/report.hpp"

#include <algorithm>
#include <array>

#include "cluster/report_json.hpp"

namespace epochmill::cluster {
namespace {

using nlohmann::ordered_json;

struct Count {
  const char* name;
  std::uint64_t run::Tally::*member;
};
constexpr std::array kCounts{
    Count{"images", &run::Tally::images},
    Count{"source_images", &run::Tally::source_images},
    Count{"source_bytes", &run::Tally::source_bytes},
    Count{"written_bytes", &run::Tally::written_bytes},
    Count{"color_profiles", &run::Tally::color_profiles},
    Count{"redraws", &run::Tally::redraws},
    Count{"repeats", &run::Tally::repeats},
};

struct Stage {
  const char* name;
  double run::StageTimes::*member;
};
constexpr std::array kStages{
    Stage{"read_s", &run::StageTimes::read_s},       Stage{"decode_s", &run::StageTimes::decode_s},
    Stage{"augment_s", &run::StageTimes::augment_s}, Stage{"encode_s", &run::StageTimes::encode_s},
    Stage{"write_s", &run::StageTimes::write_s},
};

run::Tally tally_of(const ordered_json& json) {
  run::Tally tally;
  for (const Count& count : kCounts) json.at(count.name).get_to(tally.*count.member);
  for (const Stage& stage : kStages) json.at(stage.name).get_to(tally.times.*stage.member);
  return tally;
}

ordered_json slowest_object(const SlowestShard& slowest) {
  return {{"shard", slowest.shard}, {"images", slowest.images}, {"elapsed_s", slowest.elapsed_s}};
}

ordered_json files_of(const RankReport& report) {
  ordered_json files = ordered_json::array();
  for (const shard::Summary& file : report.files) {
    files.push_back({{"epoch", file.epoch},
                     {"shard", file.shard},
                     {"rows", file.rows},
                     {"bytes", file.file_bytes},
                     {"content_digest", file.content_digest}});
  }
  return files;
}

ordered_json rank_object(const RankReport& report) {
  return {{"rank", report.rank},
          {"host", report.host},
          {"cores", report.cores},
          {"threads", report.threads},
          {"elapsed_s", report.elapsed_s},
          {"wait_s", report.wait_s},
          {"cpu_s", report.cpu_s},
          {"peak_memory_bytes", report.peak_memory_bytes},
          {"work", to_object(report.tally)},
          {"slowest_shard", slowest_object(report.slowest)},
          {"warnings", report.warnings}};
}

// All but the files.
RankReport rank_report_of(const ordered_json& object) {
  RankReport report;
  object.at("rank").get_to(report.rank);
  object.at("host").get_to(report.host);
  object.at("cores").get_to(report.cores);
  object.at("threads").get_to(report.threads);
  object.at("elapsed_s").get_to(report.elapsed_s);
  object.at("wait_s").get_to(report.wait_s);
  object.at("cpu_s").get_to(report.cpu_s);
  object.at("peak_memory_bytes").get_to(report.peak_memory_bytes);
  report.tally = tally_of(object.at("work"));
  const ordered_json& slowest = object.at("slowest_shard");
  slowest.at("shard").get_to(report.slowest.shard);
  slowest.at("images").get_to(report.slowest.images);
  slowest.at("elapsed_s").get_to(report.slowest.elapsed_s);
  object.at("warnings").get_to(report.warnings);
  return report;
}

}  // namespace

std::string dump(const ordered_json& json, int indent) {
  return json.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json to_object(const run::Tally& tally) {
  ordered_json object;
  for (const Count& count : kCounts) object[count.name] = tally.*count.member;
  for (const Stage& stage : kStages) object[stage.name] = tally.times.*stage.member;
  return object;
}

ordered_json shares_of(const ThreadTime& time) {
  const double sum = std::max(time.sum(), 1e-9);
  return {{"read", time.read / sum},       {"decode", time.decode / sum},
          {"augment", time.augment / sum}, {"encode", time.encode / sum},
          {"write", time.write / sum},     {"wait", time.wait / sum},
          {"other", time.other / sum}};
}

ThreadTime& ThreadTime::operator+=(const ThreadTime& more) {
  read += more.read;
  decode += more.decode;
  augment += more.augment;
  encode += more.encode;
  write += more.write;
  wait += more.wait;
  other += more.other;
  return *this;
}

run::Tally JobReport::total() const {
  run::Tally sum;
  for (const RankReport& rank : ranks) sum += rank.tally;
  return sum;
}

ThreadTime JobReport::thread_time(const RankReport& rank) const {
  const run::StageTimes& times = rank.tally.times;
  const double idle_s = rank.wait_s + std::max(0.0, elapsed_s - rank.elapsed_s);
  ThreadTime time{.read = times.read_s,
                  .decode = times.decode_s,
                  .augment = times.augment_s,
                  .encode = times.encode_s,
                  .write = times.write_s,
                  .wait = idle_s * rank.threads,
                  .other = 0};
  time.other = std::max(0.0, elapsed_s * rank.threads - time.sum());
  return time;
}

ThreadTime JobReport::thread_time() const {
  ThreadTime sum;
  for (const RankReport& rank : ranks) sum += thread_time(rank);
  return sum;
}

double JobReport::core_hours() const {
  double threads = 0;
  for (const RankReport& rank : ranks) threads += rank.threads;
  return elapsed_s * threads / 3600;
}

const RankReport* JobReport::slowest_rank() const {
  const auto slowest = std::max_element(
      ranks.begin(), ranks.end(),
      [](const auto& a, const auto& b) { return a.slowest.elapsed_s < b.slowest.elapsed_s; });
  return slowest == ranks.end() || slowest->slowest.images == 0 ? nullptr : &*slowest;
}

std::string to_json(const RankReport& report) {
  ordered_json object = rank_object(report);
  object["files"] = files_of(report);
  return dump(object, -1);
}

RankReport parse_rank_report(std::string_view json) {
  const ordered_json object = ordered_json::parse(json);
  RankReport report = rank_report_of(object);
  for (const ordered_json& file : object.at("files")) {
    report.files.push_back(
        {file.at("epoch").get<std::uint64_t>(), file.at("shard").get<std::uint64_t>(),
         file.at("rows").get<std::uint64_t>(), file.at("bytes").get<std::uint64_t>(),
         file.at("content_digest").get<std::string>()});
  }
  return report;
}

std::string to_json(const JobReport& report) {
  const run::Tally total = report.total();
  const double rate =
      report.elapsed_s > 0 ? static_cast<double>(total.images) / report.elapsed_s : 0;
  ordered_json ranks = ordered_json::array();
  for (const RankReport& rank : report.ranks) {
    ordered_json object = rank_object(rank);
    object["shares"] = shares_of(report.thread_time(rank));
    ranks.push_back(std::move(object));
  }
  return dump({{"version", EPOCHMILL_VERSION},
               {"started_at", report.started_at},
               {"options", report.options},
               {"end", report.end},
               {"images_total", report.images_total},
               {"elapsed_s", report.elapsed_s},
               {"images_per_s", rate},
               {"core_hours", report.core_hours()},
               {"total", to_object(total)},
               {"shares", shares_of(report.thread_time())},
               {"ranks", ranks}},
              2) +
         "\n";
}

std::optional<JobReport> parse_job_report(std::string_view json) {
  try {
    const ordered_json object = ordered_json::parse(json);
    JobReport report;
    object.at("started_at").get_to(report.started_at);
    object.at("options").get_to(report.options);
    object.at("end").get_to(report.end);
    object.at("images_total").get_to(report.images_total);
    object.at("elapsed_s").get_to(report.elapsed_s);
    for (const ordered_json& rank : object.at("ranks"))
      report.ranks.push_back(rank_report_of(rank));
    return report;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace epochmill::cluster
