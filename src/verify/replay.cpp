#include "verify/replay.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "run/annotations.hpp"
#include "run/output_folder.hpp"
#include "run/sample_pipeline.hpp"
#include "shard/reader.hpp"
#include "streams/distributions.hpp"

namespace epochmill::verify {
namespace {

bool same_bytes(ByteView a, ByteView b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool same_keypoints(const shard::Reader& reader, std::uint64_t row,
                    const std::vector<image::Keypoint>& made) {
  const auto places = reader.keypoints(row);
  const auto visible = reader.keypoint_visible(row);
  if (visible.size() != made.size()) return false;
  for (std::size_t k = 0; k < made.size(); ++k) {
    const bool is_same = places[2 * k] == made[k].x && places[2 * k + 1] == made[k].y &&
                         (visible[k] != 0) == made[k].is_visible;
    if (!is_same) return false;
  }
  return true;
}

// The first of mask, boxes, what was mixed in and extra labels that differs; "" when none does.
std::string first_difference_beside(const run::Workshop& workshop, const shard::Reader& reader,
                                    std::uint64_t row, std::uint64_t sample, const Replayed& made) {
  Bytes stored;
  Bytes encoded;
  const plan::Plan& plan = workshop.plan();
  if (plan.facts().has_masks &&
      !same_bytes(reader.mask(row, stored),
                  plan.mask_encoding().encode(made.sample.mask, encoded))) {
    return "/mask";
  }
  if (reader.boxes(row) != made.sample.boxes) return "/box";
  const ops::Mix& mix = made.sample.mix;
  if (reader.mix_partners(row) != mix.partners) return "/mix_partner";
  if (reader.layout().has_mixed_labels()) {
    if (reader.mix_label(row) != run::mix_label(workshop.catalog(), mix)) return "/mix_label";
    if (reader.mix_weight(row) != mix.weight) return "/mix_weight";
  }
  const std::vector<LabelSet>& sets = reader.layout().extra_labels;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    if (reader.extra_label(row, set) != workshop.catalog().extra_label(sample, set)) {
      return "/extra_label/" + sets[set].name;
    }
  }
  return "";
}

// The first part of `row` that differs from `made`; "" when none does.
std::string first_difference(const run::Workshop& workshop, const shard::Reader& reader,
                             std::uint64_t row, std::uint64_t sample, const Replayed& made) {
  const plan::Encoding& encoding = workshop.plan().encoding();
  const auto draws = reader.draws(row);
  const bool same_draws = draws[0] == static_cast<float>(made.draws.redraw) &&
                          std::equal(draws.begin() + 1, draws.end(), made.draws.values.begin(),
                                     made.draws.values.end());
  if (!same_draws) return "/draws";
  if (reader.view(row) != made.draws.view) return "/view";
  Bytes stored;
  Bytes encoded;
  const auto is_same = [&](ByteView there, const image::Image& picture) {
    return same_bytes(there, encoding.encode(picture, encoded));
  };
  if (!is_same(reader.image(row, stored), made.sample.image)) return "/image";
  if (!same_keypoints(reader, row, made.sample.keypoints)) return "/keypoint";
  for (std::size_t i = 0; i < made.sample.kept.size(); ++i) {
    if (!is_same(reader.kept(i, row, stored), made.sample.kept[i].image)) {
      return "/keep/" + made.sample.kept[i].name;
    }
  }
  return first_difference_beside(workshop, reader, row, sample, made);
}

std::string compare(const run::Workshop& workshop, const shard::Reader& reader, std::uint64_t row,
                    std::uint64_t sample, const Replayed& made) {
  const std::string part = first_difference(workshop, reader, row, sample, made);
  if (part.empty()) return "";
  return fmt::format("{}: row {} (sample {}): {} is not what its address gives",
                     reader.path().string(), row, sample, part);
}

// The reason for which `sample` was skipped; absent when it was not.
std::optional<std::string> stored_reason(const shard::Reader& reader, std::uint64_t sample) {
  for (const shard::Rejected& rejected : reader.rejected()) {
    if (rejected.sample == sample) return rejected.reason;
  }
  return std::nullopt;
}

// A sample without a row must have been skipped, and be bad still.
std::string compare_rejected(const run::Workshop& workshop, const shard::Reader& reader,
                             std::uint64_t sample) {
  const std::string where = fmt::format("{}: sample {}", reader.path().string(), sample);
  const std::optional<std::string> reason = stored_reason(reader, sample);
  if (!reason) return where + " has no row, and was not skipped";
  try {
    const auto epoch = static_cast<std::uint32_t>(reader.header().epoch);
    run::check_sample(workshop, sample, {epoch});
  } catch (const run::BadSample& bad) {
    if (bad.reason() == *reason) return "";
    return fmt::format("{} was skipped for `{}`, and is bad for `{}`", where, *reason,
                       bad.reason());
  }
  return where + " was skipped, and is a good one";
}

using Places = std::set<std::uint64_t>;

// `count` different rows over all `finished` shards, by the places that the plan gives them, or all
// when there are fewer.
std::map<run::FinishedShard, Places> choose_places(const plan::Plan& plan,
                                                   const std::vector<run::FinishedShard>& finished,
                                                   std::uint64_t count) {
  std::uint64_t rows_in_all = 0;
  for (const run::FinishedShard& shard : finished) rows_in_all += plan.rows_of(shard.shard);
  std::map<run::FinishedShard, Places> chosen;
  std::uint64_t wanted = std::min(count, rows_in_all);
  for (std::uint64_t attempt = 0; wanted > 0; ++attempt) {
    const streams::Stream at(plan.recipe().seed, {.sample = attempt, .op = streams::kSelfTestOp});
    const auto file =
        streams::integer_between(at, 0, 0, static_cast<std::int64_t>(finished.size()));
    const run::FinishedShard& shard = finished[static_cast<std::size_t>(file)];
    const auto rows = static_cast<std::int64_t>(plan.rows_of(shard.shard));
    const auto row = static_cast<std::uint64_t>(streams::integer_between(at, 1, 0, rows));
    if (chosen[shard].insert(row).second) --wanted;
  }
  return chosen;
}

}  // namespace

Replayed replay(const run::Workshop& workshop, std::uint32_t epoch, std::uint64_t sample,
                std::uint32_t view) {
  if (sample >= workshop.plan().samples()) {
    throw usage_error("there is no sample {}: the source has {}, counted from 0", sample,
                      workshop.plan().samples());
  }
  if (view >= workshop.plan().views()) {
    throw usage_error("there is no view {}: the recipe makes {} row{} of each sample", view,
                      workshop.plan().views(), workshop.plan().views() == 1 ? "" : "s");
  }
  Replayed replayed;
  run::make_sample(workshop, sample, {epoch},
                   [&](std::size_t, const ops::Sample& made, const plan::ChosenDraws& draws) {
                     if (draws.view == view) replayed = {made, draws};
                   });
  return replayed;
}

std::string compare_with_stored(const std::filesystem::path& out, const run::Workshop& workshop,
                                const Replayed& replayed, std::uint64_t sample) {
  const plan::Place place = workshop.plan().locate(sample);
  const shard::Reader reader(shard::shard_path(out, replayed.draws.epoch, place.shard));
  const auto row = reader.row_of(sample);
  if (!row) return fmt::format("{} has no row of sample {}", reader.path().string(), sample);
  return compare(workshop, reader, *row + replayed.draws.view, sample, replayed);
}

namespace {

std::string check_replay(const run::Workshop& workshop, const shard::Reader& reader,
                         std::uint64_t sample, std::uint32_t view) {
  const auto row = reader.row_of(sample);
  if (!row) return compare_rejected(workshop, reader, sample);
  const auto epoch = static_cast<std::uint32_t>(reader.header().epoch);
  return compare(workshop, reader, *row + view, sample, replay(workshop, epoch, sample, view));
}

}  // namespace

Findings check_replays(const std::filesystem::path& out, const run::Workshop& workshop,
                       std::uint64_t count, int threads, const ShowRows& show) {
  Findings findings;
  std::mutex mutex;
  const auto chosen_rows = choose_places(workshop.plan(), run::finished_shards(out), count);
  std::uint64_t wanted = 0;
  for (const auto& [shard, chosen] : chosen_rows) wanted += chosen.size();
  for (const auto& [shard, chosen] : chosen_rows) {
    const shard::Reader reader(shard::shard_path(out, shard.epoch, shard.shard));
    const std::vector<std::uint64_t> places(chosen.begin(), chosen.end());
    const std::vector<std::uint64_t> samples = workshop.plan().samples_of(shard.shard);
    const auto check = [&](std::uint64_t i, int) {
      const std::uint64_t views = workshop.plan().views();
      const std::string fault = check_replay(workshop, reader, samples[places[i] / views],
                                             static_cast<std::uint32_t>(places[i] % views));
      const std::scoped_lock lock(mutex);
      if (!fault.empty()) findings.faults.push_back(fault);
    };
    run::parallel_for(places.size(), threads, check, [&] { show(findings.rows, wanted); });
    ++findings.files;
    findings.rows += places.size();
  }
  std::sort(findings.faults.begin(), findings.faults.end());
  return findings;
}

}  // namespace epochmill::verify
