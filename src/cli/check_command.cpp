#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "cli/commands.hpp"
#include "cli/launch.hpp"
#include "cli/options.hpp"
#include "cli/progress_line.hpp"
#include "cli/scratch_catalog.hpp"
#include "plan/vocabulary.hpp"
#include "run/source_check.hpp"
#include "run/workshop.hpp"

namespace epochmill::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kListedBad = 100;

struct CheckOptions {
  std::string source;
  std::string kind;
  std::vector<std::string> sets;
  int threads = 0;
};

// Of a place that comes without a recipe.
std::string kind_of_place(const fs::path& place) {
  if (fs::is_directory(place)) return "folder";
  const std::string ending = place.extension().string();
  if (ending.size() > 1) {
    for (const source::SourceKind& kind : source::source_kinds()) {
      if (kind.schema.name == ending.substr(1)) return kind.schema.name;
    }
  }
  throw usage_error(
      "{}: no folder, and its name does not say what kind of source it is; say --kind, one "
      "of `epochmill describe sources`, or give a recipe",
      place.string());
}

recipe::Recipe recipe_of(const CheckOptions& options) {
  recipe::Overrides overrides{.sets = options.sets, .source = {}, .output = "unused"};
  if (fs::path(options.source).extension() == ".toml") {
    return recipe::parse_recipe(read_recipe_file(options.source), options.source, overrides,
                                plan::vocabulary());
  }
  const std::string kind = options.kind.empty() ? kind_of_place(options.source) : options.kind;
  overrides.source = options.source;
  return recipe::parse_recipe(fmt::format("seed = 0\n[source]\nkind = \"{}\"\n", kind), "--kind",
                              overrides, plan::vocabulary());
}

std::string size_text(const run::CheckedSample& checked, const source::Catalog& catalog) {
  return fmt::format("{} x {} (`{}`)", checked.size.height, checked.size.width,
                     catalog.key(checked.sample));
}

void print_classes(const run::SourceCheck& found, const source::Catalog& catalog) {
  const auto [least, most] = std::minmax_element(found.per_class.begin(), found.per_class.end());
  const auto name_of = [&](auto place) {
    return catalog.class_names()[static_cast<std::size_t>(place - found.per_class.begin())];
  };
  fmt::print("classes     {}, of {} (`{}`) to {} (`{}`) samples\n", found.per_class.size(), *least,
             name_of(least), *most, name_of(most));
}

void print_found(const run::SourceCheck& found, const source::Catalog& catalog, double elapsed_s) {
  fmt::print("samples     {}, {}\n", catalog.size(), bytes_text(static_cast<double>(found.bytes)));
  for (const auto& [reason, count] : catalog.skipped())
    fmt::print("            {} entries skipped: {}\n", count, reason);
  print_classes(found, catalog);
  for (const auto& [name, count] : found.formats) fmt::print("format      {}: {}\n", name, count);
  if (found.good > 0) {
    fmt::print("smallest    {}\n", size_text(found.smallest, catalog));
    fmt::print("largest     {}\n", size_text(found.largest, catalog));
    fmt::print("mean        {:.2f} megapixels\n",
               1e-6 * static_cast<double>(found.pixels) / static_cast<double>(found.good));
  }
  if (found.color_profiles > 0)
    fmt::print("profiles    {} carry gamma or a colour profile, which is not applied\n",
               found.color_profiles);
  if (found.warned > 0) fmt::print("warnings    {} decode with a warning\n", found.warned);
  if (found.overhanging_boxes > 0)
    fmt::print("boxes       {} reach out of their pictures, and are clipped\n",
               found.overhanging_boxes);
  fmt::print("bad         {}\n", found.bad);
  fmt::print("time        {} ({:.0f} samples/s)\n", duration_text(elapsed_s),
             static_cast<double>(catalog.size()) / elapsed_s);
}

void check(const CheckOptions& options) {
  const recipe::Recipe recipe = recipe_of(options);
  const int threads = choose_threads(options.threads, detect_launch());
  const source::SourceKind& kind = source::source_kind(recipe.source_kind);
  const ScratchCatalog scratch(kind.list(recipe.source, threads));
  const source::Catalog catalog(scratch.path(), capi::H5Maker::kThisProgram);
  const auto source = kind.open(recipe.source, catalog);
  const Stopwatch clock;
  run::SourceCheck found;
  {
    ProgressLine line("samples");
    found = run::check_source(
        *source, catalog, run::decode_options_of(recipe.source), threads, kListedBad,
        [&](std::uint64_t done, std::uint64_t total) { line.show(done, total); });
  }
  print_found(found, catalog, clock.elapsed_s());
  std::fflush(stdout);
  for (const run::SampleFault& bad : found.listed) {
    fmt::print(stderr, "epochmill: bad sample: {} (`{}`): {}\n", bad.sample,
               catalog.key(bad.sample), bad.reason);
  }
  if (found.bad > found.listed.size())
    fmt::print(stderr, "epochmill: and {} more\n", found.bad - found.listed.size());
  if (found.bad > 0) throw ExitWith{exit_code(ErrorKind::kInput)};
}

}  // namespace

void add_check_command(CLI::App& app) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand(
      "check", "Read and decode every sample of a source, and say what is bad; writes nothing");
  command->add_option("source", options->source, "A source's path, or a recipe (.toml)")
      ->required()
      ->type_name("SOURCE");
  command->add_option("--kind", options->kind, "Kind of the source, where its path does not tell")
      ->type_name("KIND");
  command->add_option("--set", options->sets, "Set a key of [source], such as source.classes=...")
      ->type_name("KEY=VALUE");
  add_threads_option(*command, options->threads);
  command->callback([options] { check(*options); });
}

}  // namespace epochmill::cli
