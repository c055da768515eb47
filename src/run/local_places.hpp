// OUT/local.json: where the source lies on this machine, so that `verify` and `replay` find it
// again. The one file of an output folder that may differ when a dataset is made elsewhere.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "recipe/recipe.hpp"

namespace epochmill::run {

void remember_places(const std::filesystem::path& out, const recipe::Recipe& recipe);

// As `--set` texts: "source.path=...". Empty when nothing is remembered or it cannot be read: it is
// a convenience.
std::vector<std::string> remembered_places(const std::filesystem::path& out);

}  // namespace epochmill::run
