#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "base/error.hpp"
#include "base/nearest_name.hpp"
#include "cli/commands.hpp"
#include "plan/vocabulary.hpp"
#include "recipe/describe.hpp"

namespace epochmill::cli {
namespace {

using Schemas = std::vector<recipe::Schema>;

struct DescribeOptions {
  std::string topic;
  bool is_markdown = false;
};

void print_list(const char* title, const Schemas& schemas) {
  fmt::print("{}:\n", title);
  for (const recipe::Schema& schema : schemas)
    fmt::print("  {:<28} {}\n", schema.name, schema.summary);
}

// The tables of the recipe itself.
Schemas recipe_schemas() {
  return {recipe::top_schema(), recipe::source_schema(), recipe::output_schema(),
          recipe::streams_schema(), recipe::augment_schema()};
}

void describe_one(const DescribeOptions& options, const recipe::Vocabulary& words) {
  std::vector<std::string> names{"ops", "sources", "encodings", "recipe"};
  for (const Schemas* schemas : {&words.ops, &words.sources, &words.encodings}) {
    for (const recipe::Schema& schema : *schemas) {
      names.push_back(schema.name);
      if (schema.name != options.topic) continue;
      fmt::print("{}", options.is_markdown ? describe_in_markdown(schema) : describe(schema));
      return;
    }
  }
  throw usage_error("describe: there is no `{}`{}", options.topic, name_hint(options.topic, names));
}

// Each of `schemas` as a section, or as a line.
void describe_all(const char* title, const Schemas& schemas, const DescribeOptions& options) {
  if (!options.is_markdown) return print_list(title, schemas);
  fmt::print("# {}\n\n`epochmill describe {} --markdown` prints this page.\n\n", title,
             options.topic.empty() ? "NAME" : options.topic);
  std::string page;
  for (const recipe::Schema& schema : schemas) page += describe_in_markdown(schema);
  page.pop_back();  // one empty line too many
  fmt::print("{}", page);
}

void describe_topic(const DescribeOptions& options) {
  const recipe::Vocabulary words = plan::vocabulary();
  const std::string& topic = options.topic;
  if (topic == "ops" || topic.empty())
    describe_all("Augmentations ([[augment]] op = ...)", words.ops, options);
  if (topic == "sources" || topic.empty())
    describe_all("Sources ([source] kind = ...)", words.sources, options);
  if (topic == "encodings" || topic.empty())
    describe_all("Encodings ([output] encoding = ...)", words.encodings, options);
  if (topic == "ops" || topic == "sources" || topic == "encodings") return;
  if (topic == "recipe") {
    if (options.is_markdown) return describe_all("Recipe", recipe_schemas(), options);
    for (const recipe::Schema& schema : recipe_schemas()) fmt::print("{}\n", describe(schema));
  } else if (!topic.empty()) {
    describe_one(options, words);
  } else if (!options.is_markdown) {
    fmt::print(
        "`epochmill describe NAME` shows one of them, `epochmill describe recipe` the rest of a "
        "recipe.\n");
  }
}

}  // namespace

void add_describe_command(CLI::App& app) {
  auto options = std::make_shared<DescribeOptions>();
  CLI::App* command = app.add_subcommand(
      "describe", "Show what a recipe may say: ops, sources, encodings, or one by name");
  command->add_option("topic", options->topic,
                      "ops, sources, encodings, recipe, or a name such as random_crop");
  command->add_flag("--markdown", options->is_markdown, "As a Markdown page, each whole");
  command->callback([options] { describe_topic(*options); });
}

}  // namespace epochmill::cli
