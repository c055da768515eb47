// What work costs on this node: a few shards are milled for real, beside the output, and deleted.
#pragma once

#include "forecast/calibration.hpp"
#include "recipe/recipe.hpp"
#include "run/workshop.hpp"

namespace epochmill::cli {

// Mills shards of some samples on 1, 2, 4, ... threads up to the cores that this process may use,
// in turns, for some ten seconds; writes some tens of MiB at a time into the nearest folder that
// is there above the recipe's output, and deletes them. `catalog` is the source's. Nothing else
// should run on the node. Throws what a run throws.
forecast::Calibration calibrate_node(const recipe::Recipe& recipe,
                                     const std::filesystem::path& catalog);

}  // namespace epochmill::cli
