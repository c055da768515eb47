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

void print_list(const char* title, const Schemas& schemas) {
  fmt::print("{}\n", title);
  for (const recipe::Schema& schema : schemas)
    fmt::print("  {:<24} {}\n", schema.name, schema.summary);
}

// The tables of the recipe itself.
Schemas recipe_schemas() {
  return {recipe::top_schema(), recipe::source_schema(), recipe::output_schema(),
          recipe::streams_schema(), recipe::augment_schema()};
}

void describe_one(const std::string& topic, const recipe::Vocabulary& words) {
  std::vector<std::string> names{"ops", "sources", "encodings", "recipe"};
  for (const Schemas* schemas : {&words.ops, &words.sources, &words.encodings}) {
    for (const recipe::Schema& schema : *schemas) {
      names.push_back(schema.name);
      if (schema.name != topic) continue;
      fmt::print("{}", recipe::describe(schema));
      return;
    }
  }
  throw usage_error("describe: there is no `{}`{}", topic, name_hint(topic, names));
}

void describe(const std::string& topic) {
  const recipe::Vocabulary words = plan::vocabulary();
  if (topic == "ops" || topic.empty())
    print_list("Augmentations ([[augment]] op = ...):", words.ops);
  if (topic == "sources" || topic.empty())
    print_list("Sources ([source] kind = ...):", words.sources);
  if (topic == "encodings" || topic.empty())
    print_list("Encodings ([output] encoding = ...):", words.encodings);
  if (topic == "ops" || topic == "sources" || topic == "encodings") return;
  if (topic.empty()) {
    fmt::print(
        "`epochmill describe NAME` shows one of them, `epochmill describe recipe` the rest of a "
        "recipe.\n");
  } else if (topic == "recipe") {
    for (const recipe::Schema& schema : recipe_schemas())
      fmt::print("{}\n", recipe::describe(schema));
  } else {
    describe_one(topic, words);
  }
}

}  // namespace

void add_describe_command(CLI::App& app) {
  auto topic = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "describe", "Show what a recipe may say: ops, sources, encodings, or one by name");
  command->add_option("topic", *topic,
                      "ops, sources, encodings, recipe, or a name such as random_crop");
  command->callback([topic] { describe(*topic); });
}

}  // namespace epochmill::cli
