#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands.hpp"
#include "cli/opened_output.hpp"
#include "cli/options.hpp"
#include "cli/progress_line.hpp"
#include "run/prune.hpp"

namespace epochmill::cli {
namespace {

struct PruneOptions {
  OutputOptions output;
  std::uint64_t before = 0;
};

void prune_output(const PruneOptions& options) {
  const run::Workshop workshop = open_output(options.output);
  const run::Pruned pruned = run::prune(options.output.out, workshop.plan(), options.before);
  fmt::print("{} epochs deleted: {} files, {} freed\n", pruned.epochs, pruned.files,
             bytes_text(static_cast<double>(pruned.bytes)));
}

}  // namespace

void add_prune_command(CLI::App& app) {
  auto options = std::make_shared<PruneOptions>();
  CLI::App* command = app.add_subcommand(
      "prune", "Delete epochs that training is done with; what is not epochmill's own is refused");
  add_output_options(*command, options->output);
  command->add_option("--before", options->before, "Delete the epochs below E (counted from 0)")
      ->required()
      ->type_name("E");
  command->callback([options] { prune_output(*options); });
}

}  // namespace epochmill::cli
