#include "cli/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/progress_line.hpp"

namespace epochmill::cli {
namespace {

// Warnings beyond these are only counted: one bad camera can give a million of them.
constexpr std::size_t kShownWarnings = 10;

void print_time(const cluster::JobReport& report) {
  const cluster::ThreadTime time = report.thread_time();
  const run::StageTimes& busy = time.busy;
  const double percent = 100 / std::max(time.sum_s(), 1e-9);
  fmt::print(
      "  threads' time: read {:.1f}%, decode {:.1f}%, augment {:.1f}%, encode {:.1f}%, write "
      "{:.1f}%, check {:.1f}%, file {:.1f}%, wait {:.1f}%, other {:.1f}%\n",
      percent * busy.read_s, percent * busy.decode_s, percent * busy.augment_s,
      percent * busy.encode_s, percent * busy.write_s, percent * busy.check_s,
      percent * busy.file_s, percent * time.wait_s, percent * time.other_s);
}

void print_ranks(const cluster::JobReport& report) {
  if (report.ranks.size() < 2) return;
  const auto [least, most] = std::minmax_element(
      report.ranks.begin(), report.ranks.end(),
      [](const auto& a, const auto& b) { return a.tally.images < b.tally.images; });
  fmt::print("  ranks: {} images (rank {}) to {} (rank {})\n", least->tally.images, least->rank,
             most->tally.images, most->rank);
}

void print_slowest(const cluster::JobReport& report) {
  const cluster::RankReport* rank = report.slowest_rank();
  if (rank == nullptr) return;
  fmt::print("  slowest shard: {}, {} for {} images, by rank {} on {}\n", rank->slowest.shard,
             duration_text(rank->slowest.elapsed_s), rank->slowest.images, rank->rank, rank->host);
}

void print_warnings(const std::vector<cluster::RankReport>& ranks) {
  std::size_t count = 0;
  for (const cluster::RankReport& rank : ranks) {
    for (const std::string& warning : rank.warnings) {
      if (++count <= kShownWarnings) fmt::print(stderr, "epochmill: warning: {}\n", warning);
    }
  }
  if (count > kShownWarnings) {
    fmt::print(stderr, "epochmill: {} more warnings; --report FILE lists them\n",
               count - kShownWarnings);
  }
}

}  // namespace

void print_start(const run::Workshop& workshop, const std::filesystem::path& out,
                 std::uint64_t images_open, std::uint64_t images_in_all, int ranks, int threads) {
  const plan::Plan& plan = workshop.plan();
  fmt::print("epochmill: {} samples of {} classes -> {}\n", plan.samples(),
             plan.facts().class_names.size(), out.string());
  fmt::print("  {} shards an epoch, {} rows each, {} a row; {} rank{} x {} thread{}\n",
             plan.shards(), plan.shard_rows() * plan.views(),
             bytes_text(static_cast<double>(plan.row_bytes())), ranks, ranks == 1 ? "" : "s",
             threads, threads == 1 ? "" : "s");
  fmt::print("  {} of {} images to make{}\n", images_open, images_in_all,
             images_open < images_in_all ? "; the others are finished already" : "");
  std::fflush(stdout);
}

void print_end(const cluster::JobReport& report, const run::Workshop& workshop) {
  print_warnings(report.ranks);
  const run::Tally total = report.total();
  fmt::print("{} images in {} ({:.0f} images/s), {} written, {:.3g} core hours\n", total.images,
             duration_text(report.elapsed_s), static_cast<double>(total.images) / report.elapsed_s,
             bytes_text(static_cast<double>(total.written_bytes)), report.core_hours());
  print_time(report);
  print_ranks(report);
  print_slowest(report);
  if (total.redraws > 0)
    fmt::print("  {} draws made again to keep every epoch of a sample different\n", total.redraws);
  if (total.repeats > 0) {
    fmt::print(
        "  {} images repeat an earlier epoch's draws: their pictures have too few different "
        "crops\n",
        total.repeats);
  }
  if (total.color_profiles > 0) {
    fmt::print("  {} pictures carry gamma or a colour profile, which is not applied\n",
               total.color_profiles);
  }
  if (total.rejected > 0) {
    fmt::print("  {} samples are bad, and were skipped in this run\n", total.rejected);
  }
  if (total.overhanging_boxes > 0) {
    fmt::print("  {} boxes reached out of their pictures, and were clipped\n",
               total.overhanging_boxes);
  }
  for (const auto& [reason, count] : workshop.catalog().skipped()) {
    fmt::print("  {} entries of the source skipped: {}\n", count, reason);
  }
}

void print_history(const cluster::History& history, const std::filesystem::path& out) {
  if (history.runs < 2) return;
  fmt::print("  {} images in {:.3g} core hours over {} runs: {}\n", history.images,
             history.core_hours, history.runs, (out / "report.json").string());
}

}  // namespace epochmill::cli
