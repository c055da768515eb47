#include "cli/options.hpp"

#include <CLI/CLI.hpp>
#include <charconv>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "streams/address.hpp"

namespace epochmill::cli {
namespace {

std::optional<std::string> given(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

std::uint32_t parse_epoch(std::string_view text, std::string_view whole) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value > streams::kEpochLimit) {
    throw usage_error("--epochs: expected A:B with whole numbers up to {}, found `{}`",
                      streams::kEpochLimit, whole);
  }
  return value;
}

}  // namespace

recipe::Overrides RecipeOptions::overrides() const { return {sets, given(source), given(output)}; }

recipe::Overrides OutputOptions::overrides() const { return {{}, given(source), std::nullopt}; }

void add_recipe_options(CLI::App& command, RecipeOptions& options) {
  command.add_option("recipe", options.recipe, "The recipe: a TOML file")->required();
  command
      .add_option("--set", options.sets,
                  "Lay KEY=VALUE over the recipe, e.g. seed=7 or augment.0.p=0.3; may be repeated")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all();
  command.add_option("--source", options.source, "[source] path, instead of the recipe's")
      ->type_name("PATH");
  command.add_option("--output", options.output, "[output] path, instead of the recipe's")
      ->type_name("PATH");
}

void add_output_options(CLI::App& command, OutputOptions& options) {
  command.add_option("out", options.out, "The output folder of a run")->required();
  command
      .add_option("--source", options.source, "Where the source is, if it has moved since the run")
      ->type_name("PATH");
}

void add_threads_option(CLI::App& command, int& threads) {
  command
      .add_option("--threads", threads,
                  "Threads of this process; by default as many as the cores that it may use")
      ->check(CLI::Range(1, 4096));
}

run::EpochRange parse_epochs(std::string_view text, std::uint32_t epochs) {
  if (text.empty()) return {0, epochs};
  const std::size_t colon = text.find(':');
  run::EpochRange range;
  range.first = parse_epoch(text.substr(0, colon), text);
  range.last =
      colon == std::string_view::npos ? range.first + 1 : parse_epoch(text.substr(colon + 1), text);
  if (range.first >= range.last)
    throw usage_error("--epochs {}: holds no epoch; A must be below B", text);
  if (range.last > streams::kEpochLimit) {
    throw usage_error("--epochs {}: the last epoch must be below {}", text, streams::kEpochLimit);
  }
  return range;
}

std::string read_recipe_file(const std::filesystem::path& path) {
  try {
    const Bytes bytes = capi::read_file(path);
    return std::string(as_text(bytes));
  } catch (const Error& error) {
    throw usage_error("the recipe cannot be read: {}", error.what());
  }
}

}  // namespace epochmill::cli
