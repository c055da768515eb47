#include "cluster/report.hpp"

#include <algorithm>
#include <array>
#include <cmath>

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
    Count{"rejected", &run::Tally::rejected},
    Count{"source_bytes", &run::Tally::source_bytes},
    Count{"written_bytes", &run::Tally::written_bytes},
    Count{"color_profiles", &run::Tally::color_profiles},
    Count{"redraws", &run::Tally::redraws},
    Count{"repeats", &run::Tally::repeats},
    Count{"overhanging_boxes", &run::Tally::overhanging_boxes},
};

struct Stage {
  const char* name;
  double run::StageTimes::*member;
};
constexpr std::array kStages{
    Stage{"read", &run::StageTimes::read_s},       Stage{"decode", &run::StageTimes::decode_s},
    Stage{"augment", &run::StageTimes::augment_s}, Stage{"encode", &run::StageTimes::encode_s},
    Stage{"write", &run::StageTimes::write_s},     Stage{"check", &run::StageTimes::check_s},
    Stage{"file", &run::StageTimes::file_s},
};

std::string key_of(const Stage& stage) { return std::string(stage.name) + "_s"; }

run::Tally tally_of(const ordered_json& json) {
  run::Tally tally;
  // A report of an older run may lack a count or a stage of today's.
  for (const Count& count : kCounts) tally.*count.member = json.value(count.name, std::uint64_t{0});
  for (const Stage& stage : kStages) tally.times.*stage.member = json.value(key_of(stage), 0.0);
  return tally;
}

ordered_json slowest_object(const SlowestShard& slowest) {
  return {{"shard", slowest.shard}, {"images", slowest.images}, {"elapsed_s", slowest.elapsed_s}};
}

// Microseconds, so that an entry is short: there may be millions in a report.
double rounded(double seconds) { return std::round(seconds * 1e6) / 1e6; }

ordered_json timeline_array(const std::vector<TimelineEntry>& timeline) {
  ordered_json array = ordered_json::array();
  for (const TimelineEntry& entry : timeline) {
    array.push_back({{"shard", entry.shard},
                     {"first_epoch", entry.first_epoch},
                     {"epochs", entry.epochs},
                     {"units", entry.units},
                     {"start_s", rounded(entry.start_s)},
                     {"end_s", rounded(entry.end_s)}});
  }
  return array;
}

std::vector<TimelineEntry> timeline_of(const ordered_json& array) {
  std::vector<TimelineEntry> timeline;
  for (const ordered_json& entry : array) {
    timeline.push_back(
        {entry.at("shard").get<std::uint64_t>(), entry.at("first_epoch").get<std::uint64_t>(),
         entry.at("epochs").get<std::uint64_t>(), entry.at("units").get<std::uint64_t>(),
         entry.at("start_s").get<double>(), entry.at("end_s").get<double>()});
  }
  return timeline;
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
          {"timeline", timeline_array(report.timeline)},
          {"warnings", report.warnings}};
}

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
  // A report of an older run has none.
  if (object.contains("timeline")) report.timeline = timeline_of(object["timeline"]);
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
  for (const Stage& stage : kStages) object[key_of(stage)] = tally.times.*stage.member;
  return object;
}

ordered_json shares_of(const ThreadTime& time) {
  const double sum_s = std::max(time.sum_s(), 1e-9);
  ordered_json shares;
  for (const Stage& stage : kStages) shares[stage.name] = time.busy.*stage.member / sum_s;
  shares["wait"] = time.wait_s / sum_s;
  shares["other"] = time.other_s / sum_s;
  return shares;
}

ThreadTime& ThreadTime::operator+=(const ThreadTime& more) {
  busy += more.busy;
  wait_s += more.wait_s;
  other_s += more.other_s;
  return *this;
}

run::Tally JobReport::total() const {
  run::Tally sum;
  for (const RankReport& rank : ranks) sum += rank.tally;
  return sum;
}

ThreadTime JobReport::thread_time(const RankReport& rank) const {
  const double idle_s = rank.wait_s + std::max(0.0, elapsed_s - rank.elapsed_s);
  ThreadTime time{.busy = rank.tally.times, .wait_s = idle_s * rank.threads};
  time.other_s = std::max(0.0, elapsed_s * rank.threads - time.sum_s());
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

std::string to_json(const RankReport& report) { return dump(rank_object(report), -1); }

RankReport parse_rank_report(std::string_view json) {
  return rank_report_of(ordered_json::parse(json));
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
