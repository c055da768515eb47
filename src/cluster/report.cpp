#include "cluster/report.hpp"

#include <nlohmann/json.hpp>

namespace epochmill::cluster {
namespace {

using nlohmann::ordered_json;

// Host names and warnings may hold any bytes; JSON is UTF-8.
std::string dump(const ordered_json& json, int indent) {
  return json.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json to_object(const run::Tally& tally) {
  return {{"images", tally.images},
          {"source_images", tally.source_images},
          {"source_bytes", tally.source_bytes},
          {"written_bytes", tally.written_bytes},
          {"color_profiles", tally.color_profiles},
          {"redraws", tally.redraws},
          {"repeats", tally.repeats},
          {"read_s", tally.times.read_s},
          {"decode_s", tally.times.decode_s},
          {"augment_s", tally.times.augment_s},
          {"encode_s", tally.times.encode_s},
          {"write_s", tally.times.write_s}};
}

run::Tally tally_of(const ordered_json& json) {
  run::Tally tally;
  json.at("images").get_to(tally.images);
  json.at("source_images").get_to(tally.source_images);
  json.at("source_bytes").get_to(tally.source_bytes);
  json.at("written_bytes").get_to(tally.written_bytes);
  json.at("color_profiles").get_to(tally.color_profiles);
  json.at("redraws").get_to(tally.redraws);
  json.at("repeats").get_to(tally.repeats);
  json.at("read_s").get_to(tally.times.read_s);
  json.at("decode_s").get_to(tally.times.decode_s);
  json.at("augment_s").get_to(tally.times.augment_s);
  json.at("encode_s").get_to(tally.times.encode_s);
  json.at("write_s").get_to(tally.times.write_s);
  return tally;
}

ordered_json to_object(const RankReport& report) {
  ordered_json files = ordered_json::array();
  for (const shard::Summary& file : report.files) {
    files.push_back({{"epoch", file.epoch},
                     {"shard", file.shard},
                     {"rows", file.rows},
                     {"bytes", file.file_bytes},
                     {"content_digest", file.content_digest}});
  }
  return {{"rank", report.rank},
          {"host", report.host},
          {"cores", report.cores},
          {"threads", report.threads},
          {"elapsed_s", report.elapsed_s},
          {"wait_s", report.wait_s},
          {"cpu_s", report.cpu_s},
          {"peak_memory_bytes", report.peak_memory_bytes},
          {"work", to_object(report.tally)},
          {"files", files},
          {"warnings", report.warnings}};
}

}  // namespace

run::Tally JobReport::total() const {
  run::Tally sum;
  for (const RankReport& rank : ranks) sum += rank.tally;
  return sum;
}

std::string to_json(const RankReport& report) { return dump(to_object(report), -1); }

RankReport parse_rank_report(std::string_view json) {
  const ordered_json object = ordered_json::parse(json);
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
  for (const ordered_json& file : object.at("files")) {
    report.files.push_back(
        {file.at("epoch").get<std::uint64_t>(), file.at("shard").get<std::uint64_t>(),
         file.at("rows").get<std::uint64_t>(), file.at("bytes").get<std::uint64_t>(),
         file.at("content_digest").get<std::string>()});
  }
  object.at("warnings").get_to(report.warnings);
  return report;
}

std::string to_json(const JobReport& report) {
  const run::Tally total = report.total();
  const double rate =
      report.elapsed_s > 0 ? static_cast<double>(total.images) / report.elapsed_s : 0;
  ordered_json ranks = ordered_json::array();
  for (const RankReport& rank : report.ranks) ranks.push_back(to_object(rank));
  const ordered_json json = {{"version", EPOCHMILL_VERSION},  {"images_total", report.images_total},
                             {"elapsed_s", report.elapsed_s}, {"images_per_s", rate},
                             {"total", to_object(total)},     {"ranks", ranks}};
  return dump(json, 2) + "\n";
}

}  // namespace epochmill::cluster
