// An output folder opened for reading: its recipe, catalog and source.
#pragma once

#include "cli/options.hpp"
#include "run/workshop.hpp"

namespace epochmill::cli {

run::Workshop open_output(const OutputOptions& options);

}  // namespace epochmill::cli
