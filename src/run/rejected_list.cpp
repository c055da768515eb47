#include "run/rejected_list.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "capi/file.hpp"
#include "shard/reader.hpp"

namespace epochmill::run {
namespace {

namespace fs = std::filesystem;

struct Line {
  std::uint64_t shard = 0;
  shard::Rejected rejected;
};

std::string escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '\\':
        escaped += "\\\\";
        break;
      case '\t':
        escaped += "\\t";
        break;
      case '\n':
        escaped += "\\n";
        break;
      case '\r':
        escaped += "\\r";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace

fs::path rejected_list_path(const fs::path& out) { return out / "rejected.tsv"; }

std::string rejected_list(const fs::path& out, const shard::Manifest& manifest) {
  std::map<std::uint64_t, std::uint64_t> epoch_of;  // by shard: every epoch says the same
  for (const shard::Summary& summary : manifest.shards) {
    if (summary.rejected > 0) epoch_of.emplace(summary.shard, summary.epoch);
  }
  std::vector<Line> lines;
  for (const auto& [shard, epoch] : epoch_of) {
    const shard::Reader reader(shard::shard_path(out, epoch, shard));
    for (shard::Rejected& rejected : reader.rejected())
      lines.push_back({shard, std::move(rejected)});
  }
  if (lines.empty()) return "";
  std::ranges::sort(lines, {}, [](const Line& line) { return line.rejected.sample; });
  std::string text = "sample\tkey\tshard\treason\n";
  for (const auto& [shard, rejected] : lines) {
    text += fmt::format("{}\t{}\t{}\t{}\n", rejected.sample, escaped(rejected.key), shard,
                        escaped(rejected.reason));
  }
  return text;
}

bool has_rejected_list(const fs::path& out, const shard::Manifest& manifest) {
  const fs::path path = rejected_list_path(out);
  const bool is_there = fs::is_regular_file(fs::symlink_status(path));
  const std::string found = is_there ? std::string(as_text(capi::read_file(path))) : "";
  return found == rejected_list(out, manifest);
}

void write_lists(const fs::path& out, const shard::Manifest& manifest) {
  const std::string text = rejected_list(out, manifest);
  if (text.empty()) {
    capi::remove_quietly(rejected_list_path(out));
  } else {
    capi::write_file(rejected_list_path(out), text);
  }
  shard::write_manifest(out, manifest);
}

std::uint64_t rejected_before(const fs::path& out, const plan::Plan& plan,
                              const std::vector<OpenEpochs>& open) {
  if (plan.recipe().on_bad_sample == recipe::OnBadSample::kStop) return 0;
  std::set<std::uint64_t> counted;
  for (const OpenEpochs& range : open) counted.insert(range.shard);
  std::uint64_t rejected = 0;
  for (const FinishedShard& finished : finished_shards(out)) {
    if (!counted.insert(finished.shard).second) continue;
    const shard::Reader reader(shard::shard_path(out, finished.epoch, finished.shard));
    rejected += reader.layout().rejected.count;
  }
  return rejected;
}

}  // namespace epochmill::run
