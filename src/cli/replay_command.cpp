#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/opened_output.hpp"
#include "cli/options.hpp"
#include "cli/picture.hpp"
#include "shard/format.hpp"
#include "streams/address.hpp"
#include "verify/replay.hpp"

namespace epochmill::cli {
namespace {

struct ReplayOptions {
  OutputOptions output;
  std::uint32_t epoch = 0;
  std::uint64_t sample = 0;
  std::uint32_t view = 0;
  std::filesystem::path picture;
};

void print_draws(const run::Workshop& workshop, const verify::Replayed& replayed,
                 std::uint64_t sample) {
  const source::Catalog& catalog = workshop.catalog();
  const auto label = static_cast<std::size_t>(catalog.label(sample));
  const std::string view =
      workshop.plan().views() > 1 ? fmt::format(", view {}", replayed.draws.view) : std::string();
  fmt::print("epoch {}, sample {}{} (`{}`), label {} ({})\n", replayed.draws.epoch, sample, view,
             catalog.key(sample), label, catalog.class_names().at(label));
  fmt::print("  redraw = {}\n", replayed.draws.redraw);
  const auto& names = workshop.plan().chain().draw_names();
  for (std::size_t i = 0; i < names.size(); ++i)
    fmt::print("  {} = {}\n", names[i], replayed.draws.values[i]);
}

int replay_row(const ReplayOptions& options) {
  const run::Workshop workshop = open_output(options.output);
  const verify::Replayed replayed =
      verify::replay(workshop, options.epoch, options.sample, options.view);
  print_draws(workshop, replayed, options.sample);
  if (!options.picture.empty()) {
    image::ImageU8 picture = viewable(replayed.sample.image);
    tint_mask(picture, replayed.sample.mask);
    mark_boxes(picture, replayed.sample.boxes);
    mark_keypoints(picture, replayed.sample.keypoints);
    write_png(options.picture, picture);
  }
  const plan::Place place = workshop.plan().locate(options.sample);
  const auto file = shard::shard_path(options.output.out, options.epoch, place.shard);
  if (!std::filesystem::exists(file)) {
    fmt::print("{} is not there: nothing to compare with\n", file.string());
    return 0;
  }
  const std::string difference =
      verify::compare_with_stored(options.output.out, workshop, replayed, options.sample);
  if (!difference.empty()) {
    fmt::print(stderr, "epochmill: fault: {}\n", difference);
    return exit_code(ErrorKind::kInput);
  }
  fmt::print("equal to its row of {}\n", file.string());
  return 0;
}

}  // namespace

void add_replay_command(CLI::App& app) {
  auto options = std::make_shared<ReplayOptions>();
  CLI::App* command = app.add_subcommand(
      "replay", "Make one output again from its address, and compare it with what is stored");
  add_output_options(*command, options->output);
  command->add_option("--epoch", options->epoch, "Counted from 0")
      ->required()
      ->check(CLI::Range(0U, streams::kEpochLimit - 1));
  command->add_option("--sample", options->sample, "Counted from 0, in the order of the keys")
      ->required();
  command->add_option("--view", options->view,
                      "Of a sample that has several rows in an epoch (five_crop, ten_crop), which; "
                      "counted from 0");
  command
      ->add_option("-o", options->picture,
                   "Write the picture, with its landmarks, boxes and mask, to a PNG file")
      ->type_name("FILE");
  command->callback([options] { throw ExitWith{replay_row(*options)}; });
}

}  // namespace epochmill::cli
