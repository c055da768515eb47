#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "cli/census.hpp"
#include "cli/checked_rows.hpp"
#include "cli/commands.hpp"
#include "cli/launch.hpp"
#include "cli/opened_output.hpp"
#include "cli/options.hpp"
#include "cli/progress_line.hpp"
#include "verify/digests.hpp"
#include "verify/repair.hpp"
#include "verify/replay.hpp"

namespace epochmill::cli {
namespace {

struct VerifyOptions {
  OutputOptions output;
  std::uint64_t replays = 0;
  bool has_census = false;
  bool has_repair = false;
  int threads = 0;
};

void print_faults(const std::vector<std::string>& faults) {
  for (const std::string& fault : faults) fmt::print(stderr, "epochmill: fault: {}\n", fault);
}

int replay_rows(const VerifyOptions& options, const run::Workshop& workshop, int threads) {
  const verify::Findings replays = with_progress([&](const verify::ShowRows& show) {
    return verify::check_replays(options.output.out, workshop, options.replays, threads, show);
  });
  print_faults(replays.faults);
  fmt::print("{} rows made again from their addresses: {} differ\n", replays.rows,
             replays.faults.size());
  return replays.is_clean() ? 0 : exit_code(ErrorKind::kInput);
}

// 0 when all that was wrong is right now.
int repair_output(const VerifyOptions& options, const run::Workshop& workshop,
                  const verify::Findings& found, int threads) {
  const std::filesystem::path& out = options.output.out;
  const verify::Repair repair = with_progress([&](const verify::ShowRows& show) {
    return verify::repair(out, workshop, found, threads, show);
  });
  for (const shard::Summary& file : repair.made) {
    fmt::print("made again: {}\n", shard::shard_path(out, file.epoch, file.shard).string());
  }
  if (repair.has_new_manifest) fmt::print("written: {}\n", (out / "manifest.json").string());
  print_faults(repair.faults);
  const verify::Findings left = with_progress([&](const verify::ShowRows& show) {
    return verify::check_digests(out, workshop.plan(), workshop.catalog(), threads, show);
  });
  print_faults(left.faults);
  fmt::print("{} files made again, {} fault{} left\n", repair.made.size(), left.faults.size(),
             left.faults.size() == 1 ? "" : "s");
  return left.is_clean() && repair.faults.empty() ? 0 : exit_code(ErrorKind::kInput);
}

int verify_output(const VerifyOptions& options) {
  const run::Workshop workshop = open_output(options.output);
  const int threads = choose_threads(options.threads, detect_launch());
  const std::filesystem::path& out = options.output.out;

  const Stopwatch checking;
  const verify::Findings digests = with_progress([&](const verify::ShowRows& show) {
    return verify::check_digests(out, workshop.plan(), workshop.catalog(), threads, show);
  });
  print_faults(digests.faults);
  fmt::print("{} files, {} rows, {} read in {}: {} fault{}\n", digests.files, digests.rows,
             bytes_text(static_cast<double>(digests.bytes)), duration_text(checking.elapsed_s()),
             digests.faults.size(), digests.faults.size() == 1 ? "" : "s");
  if (!digests.is_clean()) {
    const int code = options.has_repair ? repair_output(options, workshop, digests, threads)
                                        : exit_code(ErrorKind::kInput);
    if (code != 0) return code;
  }
  if (options.replays > 0) {
    const int code = replay_rows(options, workshop, threads);
    if (code != 0) return code;
  }
  return options.has_census ? census_output(out, workshop, threads) : 0;
}

}  // namespace

void add_verify_command(CLI::App& app) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* command = app.add_subcommand(
      "verify", "Check every row of an output folder against its digests and its plan");
  add_output_options(*command, options->output);
  command
      ->add_option("--replay", options->replays,
                   "Make N rows again from their addresses, and compare")
      ->type_name("N");
  command->add_flag(
      "--census", options->has_census,
      "Count equal pictures and draws, and find those that should not be equal; sorts in "
      "TMPDIR when there are millions");
  command->add_flag("--repair", options->has_repair,
                    "Make the files that are damaged or missing again, and no others");
  add_threads_option(*command, options->threads);
  command->callback([options] { throw ExitWith{verify_output(*options)}; });
}

}  // namespace epochmill::cli
