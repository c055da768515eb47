#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <set>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "cli/commands.hpp"
#include "cli/launch.hpp"
#include "cli/opened_output.hpp"
#include "cli/options.hpp"
#include "cli/progress_line.hpp"
#include "cli/signals.hpp"
#include "convert/export.hpp"
#include "run/output_folder.hpp"
#include "shard/format.hpp"

namespace epochmill::cli {
namespace {

struct ExportOptions {
  OutputOptions output;
  std::string target;
  std::filesystem::path folder;
  std::string epochs;
  int threads = 0;
};

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const convert::Target& target : convert::targets()) names.push_back(target.name);
  return names;
}

const convert::Target& target_of(const std::string& name) {
  for (const convert::Target& target : convert::targets()) {
    if (target.name == name) return target;
  }
  throw internal_error("no target of the name `{}`", name);
}

// Those of which a shard is there, or those asked for.
std::set<std::uint64_t> choose_epochs(const ExportOptions& options) {
  std::set<std::uint64_t> epochs;
  if (options.epochs.empty()) {
    for (const run::FinishedShard& shard : run::finished_shards(options.output.out)) {
      epochs.insert(shard.epoch);
    }
  } else {
    const run::EpochRange range = parse_epochs(options.epochs, 0);
    for (std::uint64_t epoch = range.first; epoch < range.last; ++epoch) epochs.insert(epoch);
  }
  if (epochs.empty()) {
    throw usage_error("{} holds no finished shard yet", options.output.out.string());
  }
  return epochs;
}

void export_output(const ExportOptions& options) {
  const run::Workshop workshop = open_output(options.output);
  const convert::Target& target = target_of(options.target);
  const std::set<std::uint64_t> epochs = choose_epochs(options);
  convert::prepare_folder(options.folder, target, workshop.plan());
  catch_stop_signals();

  const Stopwatch watch;
  const std::uint64_t rows = workshop.plan().samples();
  std::uint64_t before = 0;
  {
    ProgressLine line("rows");
    for (const std::uint64_t epoch : epochs) {
      target.write_epoch({.workshop = workshop,
                          .out = options.output.out,
                          .folder = shard::epoch_folder(options.folder, epoch),
                          .epoch = epoch,
                          .threads = choose_threads(options.threads, detect_launch()),
                          .show = [&](std::uint64_t done) {
                            if (is_stop_requested()) {
                              throw Error(ErrorKind::kStopped,
                                          "stopped; say the same again to go on");
                            }
                            line.show(before + done, rows * epochs.size());
                          }});
      before += rows;
    }
  }
  fmt::print("{}: {} epochs of {} samples as {} in {}\n", options.folder.string(), epochs.size(),
             rows, target.name, duration_text(watch.elapsed_s()));
}

}  // namespace

void add_export_command(CLI::App& app) {
  auto options = std::make_shared<ExportOptions>();
  std::string meaning = "The form: ";
  for (const convert::Target& target : convert::targets()) {
    meaning += fmt::format("{}{} ({})", &target == convert::targets().data() ? "" : ", ",
                           target.name, target.summary);
  }
  CLI::App* command = app.add_subcommand(
      "export", "Copy finished epochs to files that training code without HDF5 reads");
  add_output_options(*command, options->output);
  command->add_option("--to", options->target, meaning)
      ->required()
      ->check(CLI::IsMember(target_names()));
  command
      ->add_option("folder", options->folder, "Where to: a new or empty folder, or the same again")
      ->required()
      ->type_name("DIR");
  command->add_option("--epochs", options->epochs, "Epochs A to B-1; by default all finished ones")
      ->type_name("A:B");
  add_threads_option(*command, options->threads);
  command->callback([options] { export_output(*options); });
}

}  // namespace epochmill::cli
