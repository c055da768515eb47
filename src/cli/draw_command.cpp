#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <limits>
#include <memory>
#include <span>

#include "base/error.hpp"
#include "base/nearest_name.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "ops/chain.hpp"
#include "ops/ops.hpp"
#include "plan/vocabulary.hpp"
#include "streams/bulk.hpp"
#include "streams/distributions.hpp"

namespace epochmill::cli {
namespace {

constexpr std::uint64_t kMostDraws = std::uint64_t{1} << 16;  // as many as there are draw numbers

// Numbers are kept as text: CLI11 would read the epoch of "epoch-0010" as octal.
struct DrawOptions {
  RecipeOptions recipe;
  std::string seed;
  std::string ranks;
  std::string threads;
  std::string epoch;
  std::string sample;
  std::string op;
  std::string redraw = "0";
  std::string count = "4";
};

struct NamedOp {
  std::string label;  // "" when the user gave an id
  std::uint32_t id = 0;
};

// `text` as a number in [first, last], decimal or after 0x; nothing when it is none.
std::optional<std::uint64_t> number_in(std::string_view text, std::uint64_t first,
                                       std::uint64_t last) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.remove_prefix(2);
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, is_hex ? 16 : 10);
  if (error != std::errc() || stop != end || value < first || value > last) return std::nullopt;
  return value;
}

std::uint64_t read_number(const char* option, std::string_view text, std::uint64_t first,
                          std::uint64_t last) {
  const auto value = number_in(text, first, last);
  if (value) return *value;
  throw usage_error("draw: {} {}: expected a whole number from {} to {}", option, text, first,
                    last);
}

std::uint32_t read_number32(const char* option, std::string_view text, std::uint32_t first,
                            std::uint32_t last) {
  return static_cast<std::uint32_t>(read_number(option, text, first, last));
}

// Refuses the options that stand for a recipe beside one.
void check_recipe_alone(const DrawOptions& options) {
  const auto check = [](const char* option, const std::string& text, const char* key) {
    if (text.empty()) return;
    throw usage_error("draw: {0} {1}: the recipe has its own; change that with --set {2}={1}",
                      option, text, key);
  };
  check("--seed", options.seed, "seed");
  check("--ranks", options.ranks, "streams.ranks");
  check("--threads", options.threads, "streams.threads");
}

// What stands for a recipe without one: the options, a recipe's defaults, and the first op of every
// kind.
recipe::Recipe recipe_of_options(const DrawOptions& options) {
  const recipe::Overrides overrides = options.recipe.overrides();
  if (!overrides.sets.empty() || overrides.source || overrides.output) {
    throw usage_error("draw: --set, --source and --output change a recipe: give its file, too");
  }
  recipe::Recipe recipe;
  if (!options.seed.empty()) {
    recipe.seed = read_number("--seed", options.seed, 0, std::numeric_limits<std::uint64_t>::max());
  }
  if (!options.ranks.empty()) {
    recipe.stream_ranks = read_number32("--ranks", options.ranks, 1, streams::kRankLimit);
  }
  if (!options.threads.empty()) {
    recipe.stream_threads = read_number32("--threads", options.threads, 1, streams::kThreadLimit);
  }
  for (const ops::OpKind& kind : ops::op_kinds()) {
    recipe.augments.emplace_back().op = kind.schema.name;
  }
  return recipe;
}

recipe::Recipe recipe_of(const DrawOptions& options) {
  const std::filesystem::path& file = options.recipe.recipe;
  if (file.empty()) return recipe_of_options(options);
  check_recipe_alone(options);
  return recipe::parse_recipe(read_recipe_file(file), file, options.recipe.overrides(),
                              plan::vocabulary());
}

// The op that --op names, by label or id.
NamedOp chosen_op(const std::string& word, const recipe::Recipe& recipe) {
  if (const auto id = number_in(word, 0, streams::kOpLimit - 1)) {
    return {"", static_cast<std::uint32_t>(*id)};
  }
  std::vector<std::string> labels;
  for (const recipe::Augment* augment : recipe::all_augments(recipe.augments)) {
    labels.push_back(ops::label_of(*augment));
    if (labels.back() == word) return {word, ops::id_of(*augment)};
  }
  const std::string nearest = nearest_name(word, labels);
  const std::string hint = nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest);
  throw usage_error(
      "draw: --op {}: there is no such op{}\n  --op takes an id from 0 to {}, or one of: {}", word,
      hint, streams::kOpLimit - 1, fmt::join(labels, ", "));
}

std::vector<NamedOp> chosen_ops(const DrawOptions& options, const recipe::Recipe& recipe) {
  if (!options.op.empty()) return {chosen_op(options.op, recipe)};
  if (options.recipe.recipe.empty()) return {{"", 0}};
  std::vector<NamedOp> named;
  for (const recipe::Augment* augment : recipe::enabled_augments(recipe.augments)) {
    named.push_back({ops::label_of(*augment), ops::id_of(*augment)});
  }
  if (named.empty()) {
    throw usage_error("draw: {} has no op that is enabled; say which id with --op",
                      options.recipe.recipe.string());
  }
  return named;
}

std::string words(const std::array<std::uint32_t, 4>& four) {
  return fmt::format("{:08x}", fmt::join(four, " "));
}

void print_address(const recipe::Recipe& recipe, const NamedOp& op, const streams::Address& address,
                   std::uint32_t redraw) {
  fmt::print("stream   {}\n", streams::kStreamVersion);
  fmt::print("seed     {}\n", recipe.seed);
  fmt::print("key      {:08x} {:08x}\n", recipe.seed & 0xffffffffU, recipe.seed >> 32);
  fmt::print("grid     {} x {}\n", recipe.stream_ranks, recipe.stream_threads);
  fmt::print("worker   {}\n", address.rank * recipe.stream_threads + address.thread);
  fmt::print("rank     {}\n", address.rank);
  fmt::print("thread   {}\n", address.thread);
  fmt::print("epoch    {}\n", address.epoch);
  fmt::print("sample   {}\n", address.sample);
  fmt::print("op       {}{}\n", op.id, op.label.empty() ? "" : " " + op.label);
  fmt::print("redraw   {}\n", redraw);
}

void print_scalar(const streams::Stream& stream, streams::DrawNumber draw) {
  fmt::print("draw {}  counter  {}\n", draw, words(stream.scalar_counter(draw)));
  fmt::print("draw {}  block    {}\n", draw, words(stream.scalar_block(draw)));
  fmt::print("draw {}  bits64   {:016x}\n", draw, stream.bits64(draw));
  const double uniform = streams::uniform(stream, draw);
  fmt::print("draw {}  uniform  {:a} {:.17g}\n", draw, uniform, uniform);
}

void print_bulk(const streams::Stream& stream, std::uint32_t index) {
  std::array<float, 4> normals;
  streams::fill_normal(stream, normals.size() * std::uint64_t{index}, normals);
  const std::array<double, 4> values{normals[0], normals[1], normals[2], normals[3]};
  fmt::print("bulk {}  counter  {}\n", index, words(stream.bulk_counter(index)));
  fmt::print("bulk {}  block    {}\n", index, words(stream.bulk_block(index)));
  fmt::print("bulk {}  normals  {:a}\n", index, fmt::join(values, " "));
  fmt::print("bulk {}  decimal  {:.9g}\n", index, fmt::join(values, " "));
}

void print_draws(const DrawOptions& options) {
  const recipe::Recipe recipe = recipe_of(options);
  const streams::CanonicalGrid grid(recipe.stream_ranks, recipe.stream_threads);
  const auto epoch = read_number32("--epoch", options.epoch, 0, streams::kEpochLimit - 1);
  const auto sample = read_number("--sample", options.sample, 0, streams::kSampleLimit - 1);
  const auto redraw =
      read_number32("--redraw", options.redraw, 0, streams::Stream::kRedrawLimit - 1);
  const auto count = read_number32("--count", options.count, 1, kMostDraws);
  bool is_first = true;
  for (const NamedOp& op : chosen_ops(options, recipe)) {
    if (!is_first) fmt::print("\n");
    is_first = false;
    const streams::Stream stream(recipe.seed, grid.address(epoch, sample, op.id), redraw);
    print_address(recipe, op, stream.address(), redraw);
    for (std::uint32_t i = 0; i < count; ++i)
      print_scalar(stream, static_cast<streams::DrawNumber>(i));
    for (std::uint32_t i = 0; i < count; ++i) print_bulk(stream, i);
  }
}

}  // namespace

void add_draw_command(CLI::App& app) {
  auto options = std::make_shared<DrawOptions>();
  CLI::App* command = app.add_subcommand(
      "draw", "Print the words and draws of a stream, to compare with another implementation");
  add_recipe_options(*command, options->recipe);
  command->get_option("recipe")->required(false)->description(
      "The recipe whose seed, grid and ops to use; without one, say them here");
  const auto add = [&](const char* name, std::string& value, const char* meaning) {
    return command->add_option(name, value, meaning)->type_name("N");
  };
  add("--epoch", options->epoch, "Counted from 0")->required();
  add("--sample", options->sample, "Counted from 0, in the order of the keys")->required();
  add("--op", options->op,
      "Name, such as random_crop, or random_crop_2 for the recipe's second; or id. By default all "
      "of the recipe's, without a recipe id 0")
      ->type_name("NAME|ID");
  add("--count", options->count, "Scalar draws and bulk blocks to print: 4 of each by default");
  add("--redraw", options->redraw, "Attempt at different draws, 0 by default: see `replay`");
  add("--seed", options->seed, "Without a recipe: its seed; 0 by default");
  add("--ranks", options->ranks, "Without a recipe: canonical ranks; by default a recipe's");
  add("--threads", options->threads, "Without a recipe: canonical threads; likewise");
  command->callback([options] { print_draws(*options); });
}

}  // namespace epochmill::cli
