#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "cli/commands.hpp"
#include "cli/launch.hpp"
#include "cli/opened_output.hpp"
#include "cli/options.hpp"
#include "cli/progress_line.hpp"
#include "verify/digests.hpp"
#include "verify/replay.hpp"

namespace epochmill::cli {
namespace {

struct VerifyOptions {
  OutputOptions output;
  std::uint64_t replays = 0;
  int threads = 0;
};

// What `check` finds, with a line of progress while it looks.
template <typename Check>
verify::Findings with_progress(const Check& check) {
  ProgressLine line("rows");
  return check([&](std::uint64_t done, std::uint64_t total) { line.show(done, total); });
}

void print_faults(const verify::Findings& findings) {
  for (const std::string& fault : findings.faults)
    fmt::print(stderr, "epochmill: fault: {}\n", fault);
}

int verify_output(const VerifyOptions& options) {
  const run::Workshop workshop = open_output(options.output);
  const int threads = choose_threads(options.threads, detect_launch());
  const std::filesystem::path& out = options.output.out;

  const Stopwatch checking;
  const verify::Findings digests = with_progress([&](const verify::ShowRows& show) {
    return verify::check_digests(out, workshop.plan(), workshop.catalog(), threads, show);
  });
  print_faults(digests);
  fmt::print("{} files, {} rows, {} read in {}: {} fault{}\n", digests.files, digests.rows,
             bytes_text(static_cast<double>(digests.bytes)), duration_text(checking.elapsed_s()),
             digests.faults.size(), digests.faults.size() == 1 ? "" : "s");
  if (!digests.is_clean()) return exit_code(ErrorKind::kInput);
  if (options.replays == 0) return 0;

  const verify::Findings replays = with_progress([&](const verify::ShowRows& show) {
    return verify::check_replays(out, workshop, options.replays, threads, show);
  });
  print_faults(replays);
  fmt::print("{} rows made again from their addresses: {} differ\n", replays.rows,
             replays.faults.size());
  return replays.is_clean() ? 0 : exit_code(ErrorKind::kInput);
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
  add_threads_option(*command, options->threads);
  command->callback([options] { throw ExitWith{verify_output(*options)}; });
}

}  // namespace epochmill::cli
