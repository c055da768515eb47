#include "cli/summary.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "cli/progress_line.hpp"

namespace epochmill::cli {
namespace {

// Warnings beyond these are only counted: one bad camera can give a million of them.
constexpr std::size_t kShownWarnings = 10;

void print_stages(const run::StageTimes& times) {
  const double sum =
      times.read_s + times.decode_s + times.augment_s + times.encode_s + times.write_s;
  if (sum <= 0) return;
  fmt::print(
      "  threads' time: read {:.1f}%, decode {:.1f}%, augment {:.1f}%, encode {:.1f}%, write "
      "{:.1f}%\n",
      100 * times.read_s / sum, 100 * times.decode_s / sum, 100 * times.augment_s / sum,
      100 * times.encode_s / sum, 100 * times.write_s / sum);
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
             plan.shards(), plan.shard_rows(), bytes_text(static_cast<double>(plan.row_bytes())),
             ranks, ranks == 1 ? "" : "s", threads, threads == 1 ? "" : "s");
  fmt::print("  {} of {} images to make{}\n", images_open, images_in_all,
             images_open < images_in_all ? "; the others are finished already" : "");
  std::fflush(stdout);
}

void print_end(const cluster::JobReport& report, const run::Workshop& workshop) {
  print_warnings(report.ranks);
  const run::Tally total = report.total();
  fmt::print("{} images in {} ({:.0f} images/s), {} written\n", total.images,
             duration_text(report.elapsed_s), static_cast<double>(total.images) / report.elapsed_s,
             bytes_text(static_cast<double>(total.written_bytes)));
  print_stages(total.times);
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
  for (const auto& [reason, count] : workshop.catalog().skipped()) {
    fmt::print("  {} entries of the source skipped: {}\n", count, reason);
  }
}

}  // namespace epochmill::cli
