#include "verify/digests.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "base/error.hpp"
#include "run/output_folder.hpp"
#include "run/output_manifest.hpp"
#include "run/rejected_list.hpp"
#include "shard/manifest.hpp"
#include "shard/reader.hpp"

namespace epochmill::verify {
namespace {

namespace fs = std::filesystem;

class ShardCheck {
 public:
  ShardCheck(const shard::Reader& reader, const plan::Plan& plan, const source::Catalog& catalog)
      : reader_(reader),
        plan_(plan),
        catalog_(catalog),
        samples_(plan.samples_of(reader.header().shard)),
        order_(plan.order(reader.header().epoch, reader.header().shard, reader.layout().rows)) {}

  std::vector<std::string> run(int threads, const run::Between& between) {
    if (!has_words_of_plan()) {
      return {file() +
              ": its masks, box classes, extra labels, mixed samples or views are not those of "
              "this source and recipe"};
    }
    check_rejected();
    if (!faults_.empty()) return {faults_.front().second};
    const std::uint64_t rows = samples_.size() * plan_.views();
    if (reader_.layout().rows != rows) {
      return {fmt::format("{}: holds {} rows, and the plan says {}", file(), reader_.layout().rows,
                          rows)};
    }
    run::parallel_for(
        rows, threads, [this](std::uint64_t row, int) { check_row(row); }, between);
    if (faults_.empty() && reader_.computed_content_digest() != reader_.content_digest()) {
      add(rows, fmt::format("{}: its content does not fit its content digest", file()));
    }
    std::sort(faults_.begin(), faults_.end());
    std::vector<std::string> texts;
    for (auto& [row, text] : faults_) texts.push_back(std::move(text));
    return texts;
  }

 private:
  // Takes the rejected samples out of those that must have rows.
  void check_rejected() {
    if (reader_.layout().rejected.count == 0) return;
    if (plan_.recipe().on_bad_sample == recipe::OnBadSample::kStop) {
      return add(0, file() + ": samples were skipped, and the recipe does not say so");
    }
    for (const shard::Rejected& rejected : reader_.rejected()) {
      const auto place = std::lower_bound(samples_.begin(), samples_.end(), rejected.sample);
      if (place == samples_.end() || *place != rejected.sample) {
        return add(0, fmt::format("{}: sample {} was skipped there, and is not of this shard",
                                  file(), rejected.sample));
      }
      if (rejected.key != catalog_.key(rejected.sample)) {
        return add(
            0, fmt::format("{}: the key of skipped sample {} is `{}`, and the catalog says `{}`",
                           file(), rejected.sample, rejected.key, catalog_.key(rejected.sample)));
      }
      samples_.erase(place);
    }
  }

  bool has_words_of_plan() const {
    const shard::Layout& found = reader_.layout();
    const shard::Layout planned = plan_.layout(1, 1);
    return found.has_masks == planned.has_masks &&
           found.box_class_names == planned.box_class_names &&
           found.extra_labels == planned.extra_labels &&
           found.mix_partners == planned.mix_partners && found.has_views == planned.has_views;
  }

  // "" when all are as the catalog has them.
  std::string extra_label_fault(std::uint64_t row, std::uint64_t sample) const {
    const std::vector<LabelSet>& sets = reader_.layout().extra_labels;
    for (std::size_t set = 0; set < sets.size(); ++set) {
      const std::int64_t found = reader_.extra_label(row, set);
      const std::int64_t listed = catalog_.extra_label(sample, set);
      if (found == listed) continue;
      return fmt::format("its label of `{}` is {}, and the catalog says {}", sets[set].name, found,
                         listed);
    }
    return "";
  }

  // "" when the samples mixed in are there, and have the label that is told.
  std::string mix_fault(std::uint64_t row) const {
    const std::vector<std::uint64_t> partners = reader_.mix_partners(row);
    for (const std::uint64_t partner : partners) {
      if (partner < catalog_.size()) continue;
      return fmt::format("sample {} is mixed into it, and the catalog has {}", partner,
                         catalog_.size());
    }
    if (!reader_.layout().has_mixed_labels()) return "";
    const std::int64_t listed = catalog_.label(partners.front());
    if (reader_.mix_label(row) == listed) return "";
    return fmt::format("its mixed label is {}, and the catalog says {} of sample {}",
                       reader_.mix_label(row), listed, partners.front());
  }

  void check_row(std::uint64_t row) {
    const std::uint64_t sample = samples_[row / plan_.views()];
    const std::uint64_t view = row % plan_.views();
    std::string what;
    if (reader_.row_digest(row) != reader_.stored_digest(row)) {
      what = "its bytes do not fit its digest";
    } else if (reader_.sample(row) != sample) {
      what = fmt::format("it is of sample {}, and the plan says {}", reader_.sample(row), sample);
    } else if (reader_.view(row) != view) {
      what =
          fmt::format("it is view {} of its sample, and the plan says {}", reader_.view(row), view);
    } else if (reader_.key(row) != catalog_.key(sample)) {
      what = fmt::format("its key is `{}`, and the catalog says `{}`", reader_.key(row),
                         catalog_.key(sample));
    } else if (reader_.label(row) != catalog_.label(sample)) {
      what = fmt::format("its label is {}, and the catalog says {}", reader_.label(row),
                         catalog_.label(sample));
    } else if (reader_.order()[row] != order_[row]) {
      what = "/order does not fit this epoch's shuffle there";
    } else {
      what = extra_label_fault(row, sample);
      if (what.empty()) what = mix_fault(row);
      if (what.empty()) return;
    }
    add(row, fmt::format("{}: row {} (sample {}, `{}`): {}", file(), row, sample,
                         catalog_.key(sample), what));
  }

  void add(std::uint64_t row, std::string text) {
    const std::scoped_lock lock(mutex_);
    faults_.emplace_back(row, std::move(text));
  }

  std::string file() const { return reader_.path().string(); }

  const shard::Reader& reader_;
  const plan::Plan& plan_;
  const source::Catalog& catalog_;
  std::vector<std::uint64_t> samples_;
  std::vector<std::uint32_t> order_;
  std::mutex mutex_;
  std::vector<std::pair<std::uint64_t, std::string>> faults_;  // by row
};

// One file, whose damage may keep it from opening at all.
void check_file(const fs::path& out, const run::FinishedShard& finished, const plan::Plan& plan,
                const source::Catalog& catalog, int threads, const run::Between& between,
                Findings& findings, std::map<run::FinishedShard, std::string>& digests) {
  const fs::path path = shard::shard_path(out, finished.epoch, finished.shard);
  ++findings.files;
  if (finished.shard >= plan.shards()) {
    findings.faults.push_back(
        fmt::format("{}: the plan has only {} shards", path.string(), plan.shards()));
    return;
  }
  try {
    const shard::Reader reader(path);
    findings.rows += reader.layout().rows;
    findings.bytes += reader.file_bytes();
    digests[finished] = reader.content_digest();
    if (reader.header() != plan.header(finished.epoch, finished.shard)) {
      findings.damaged.insert(finished);
      findings.faults.push_back(
          fmt::format("{}: its attributes are not those of this recipe, source, epoch and shard",
                      path.string()));
      return;
    }
    auto faults = ShardCheck(reader, plan, catalog).run(threads, between);
    if (!faults.empty()) findings.damaged.insert(finished);
    std::move(faults.begin(), faults.end(), std::back_inserter(findings.faults));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    findings.damaged.insert(finished);
    findings.faults.push_back(error.what());
  }
}

void check_rejected_list(const fs::path& out, const shard::Manifest& manifest, Findings& findings) {
  if (run::has_rejected_list(out, manifest)) return;
  findings.faults.push_back(run::rejected_list_path(out).string() +
                            ": does not list what the shards say was skipped; `verify --repair` "
                            "writes it anew");
}

void check_manifest(const fs::path& out, const plan::Plan& plan,
                    const std::map<run::FinishedShard, std::string>& digests, Findings& findings) {
  const std::string name = (out / "manifest.json").string();
  std::optional<shard::Manifest> manifest;
  try {
    manifest = shard::read_manifest(out);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    findings.faults.push_back(error.what());
    return;
  }
  if (!manifest) {
    findings.faults.push_back(name + ": is missing: the run has not finished; run it again");
    return;
  }
  if (manifest->header != plan.header(0, 0)) {
    findings.faults.push_back(name + ": is not of this recipe and source");
  }
  for (const shard::Summary& listed : manifest->shards) {
    const auto found = digests.find({listed.epoch, listed.shard});
    const std::string path = shard::shard_path(out, listed.epoch, listed.shard).string();
    if (!fs::is_regular_file(fs::symlink_status(path))) {
      findings.damaged.insert({listed.epoch, listed.shard});
      findings.faults.push_back(path + ": is listed in manifest.json and is not there");
    } else if (found != digests.end() && found->second != listed.content_digest) {
      findings.faults.push_back(path + ": its content digest is not the one in manifest.json");
    }
  }
  if (manifest->shards.size() < digests.size()) {
    findings.faults.push_back(
        fmt::format("{}: lists {} shards of {} that are there; run again to complete it", name,
                    manifest->shards.size(), digests.size()));
  }
  for (const std::uint64_t epoch : run::partial_epochs(*manifest)) {
    findings.faults.push_back(fmt::format("{}: epoch {} is not complete", name, epoch));
  }
  if (findings.damaged.empty()) check_rejected_list(out, *manifest, findings);
}

}  // namespace

Findings check_digests(const fs::path& out, const plan::Plan& plan, const source::Catalog& catalog,
                       int threads, const ShowRows& show) {
  Findings findings;
  if (catalog.compute_digest() != catalog.digest()) {
    findings.faults.push_back(
        fmt::format("{}: its samples do not fit its digest; delete it and run again",
                    run::catalog_path(out).string()));
    return findings;
  }
  const auto finished = run::finished_shards(out);
  std::uint64_t total = 0;
  for (const run::FinishedShard& shard : finished) {
    if (shard.shard < plan.shards()) total += plan.rows_of(shard.shard);
  }
  std::map<run::FinishedShard, std::string> digests;
  for (const run::FinishedShard& shard : finished) {
    check_file(
        out, shard, plan, catalog, threads, [&] { show(findings.rows, total); }, findings, digests);
  }
  const std::size_t shard_faults = findings.faults.size();
  check_manifest(out, plan, digests, findings);
  findings.has_manifest_fault = findings.faults.size() > shard_faults;
  return findings;
}

}  // namespace epochmill::verify
