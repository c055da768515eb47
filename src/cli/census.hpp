// `verify --census`: how many rows are equal, how many of them the recipe makes so, and which are
// wrong.
#pragma once

#include <filesystem>

#include "run/workshop.hpp"

namespace epochmill::cli {

// Prints a table, and each fault; returns the exit code. Throws `usage` when the source is not at
// hand and rows are equal, so that nobody can say whether they should be.
int census_output(const std::filesystem::path& out, const run::Workshop& workshop, int threads);

}  // namespace epochmill::cli
