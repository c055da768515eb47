#include "cluster/history.hpp"

#include <algorithm>
#include <set>

#include "capi/file.hpp"
#include "capi/process.hpp"
#include "cluster/report_json.hpp"
#include "run/output_folder.hpp"

namespace epochmill::cluster {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

// Sorts by time: "20261130T120000Z-node7-1234.json".
std::string file_name(const JobReport& report) {
  std::string name = report.started_at;
  std::erase_if(name, [](char c) { return c == '-' || c == ':'; });
  return fmt::format("{}-{}-{}.json", name, capi::host_name(), capi::process_id());
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    std::string name = entry.path().filename().string();
    if (!name.starts_with('.')) names.insert(std::move(name));
  }
  return names;
}

ordered_json line_of(const std::string& name, const JobReport& report) {
  std::set<std::string> hosts;
  int threads = 0;
  for (const RankReport& rank : report.ranks) {
    hosts.insert(rank.host);
    threads += rank.threads;
  }
  return {{"report", "reports/" + name},
          {"started_at", report.started_at},
          {"options", report.options},
          {"end", report.end},
          {"hosts", hosts.size()},
          {"ranks", report.ranks.size()},
          {"threads", threads},
          {"images", report.total().images},
          {"elapsed_s", report.elapsed_s},
          {"core_hours", report.core_hours()}};
}

ordered_json slowest_of(const RankReport& rank) {
  return {{"shard", rank.slowest.shard},
          {"images", rank.slowest.images},
          {"elapsed_s", rank.slowest.elapsed_s},
          {"host", rank.host}};
}

// What is added up over the reports of a folder.
class Sum {
 public:
  void add(const std::string& name, const JobReport& report) {
    ++history_.runs;
    history_.core_hours += report.core_hours();
    elapsed_s_ += report.elapsed_s;
    total_ += report.total();
    time_ += report.thread_time();
    for (const RankReport& rank : report.ranks) warnings_ += rank.warnings.size();
    const RankReport* slowest = report.slowest_rank();
    if (slowest != nullptr && slowest->slowest.elapsed_s > slowest_s_) {
      slowest_s_ = slowest->slowest.elapsed_s;
      slowest_ = slowest_of(*slowest);
    }
    lines_.push_back(line_of(name, report));
  }

  History history() const {
    History history = history_;
    history.images = total_.images;
    return history;
  }

  std::string json() const {
    const double core_s = history_.core_hours * 3600;
    return dump({{"version", EPOCHMILL_VERSION},
                 {"elapsed_s", elapsed_s_},
                 {"core_hours", history_.core_hours},
                 {"images_per_core_s",
                  core_s > 0 ? static_cast<double>(total_.images) / core_s : 0.0},
                 {"total", to_object(total_)},
                 {"shares", shares_of(time_)},
                 {"slowest_shard", slowest_},
                 {"warnings", warnings_},
                 {"runs", lines_}},
                2) +
           "\n";
  }

 private:
  History history_;
  double elapsed_s_ = 0;
  run::Tally total_;
  ThreadTime time_;
  std::uint64_t warnings_ = 0;
  double slowest_s_ = 0;
  ordered_json slowest_;  // null when nothing was made
  ordered_json lines_ = ordered_json::array();
};

}  // namespace

History keep_report(const fs::path& out, const JobReport& report) {
  const fs::path folder = out / "reports";
  run::make_own_folder(folder);
  capi::sweep_temp_files(folder);
  capi::write_file(folder / file_name(report), to_json(report));
  // Elements of a job array end at any time. Whoever writes the sum last looks once more, and finds
  // every report that was there before.
  for (std::set<std::string> names = names_in(folder);;) {
    Sum sum;
    for (const std::string& name : names) {
      const Bytes json = capi::read_file(folder / name);
      if (const auto past = parse_job_report(as_text(json))) sum.add(name, *past);
    }
    capi::write_file(out / "report.json", sum.json());
    const std::set<std::string> now = names_in(folder);
    if (now == names) return sum.history();
    names = now;
  }
}

}  // namespace epochmill::cluster
