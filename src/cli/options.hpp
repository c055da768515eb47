// Options that several commands share.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/recipe.hpp"
#include "run/output_folder.hpp"

namespace CLI {
class App;
}

namespace epochmill::cli {

// A recipe and what is laid over it.
struct RecipeOptions {
  std::filesystem::path recipe;
  std::vector<std::string> sets;
  std::string source;
  std::string output;
  recipe::Overrides overrides() const;
};
void add_recipe_options(CLI::App& command, RecipeOptions& options);

// An output folder, and where its source is now.
struct OutputOptions {
  std::filesystem::path out;
  std::string source;
  recipe::Overrides overrides() const;
};
void add_output_options(CLI::App& command, OutputOptions& options);

void add_threads_option(CLI::App& command, int& threads);

// "A:B" is epochs A to B-1; "A" is that one alone; "" is all of [0, epochs). Throws `usage`.
run::EpochRange parse_epochs(std::string_view text, std::uint32_t epochs);

// A whole file, for recipes. Throws `usage` when it cannot be read.
std::string read_recipe_file(const std::filesystem::path& path);

}  // namespace epochmill::cli
