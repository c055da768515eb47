// An output folder opened for reading: its recipe, catalog and source.
#pragma once

#include "cli/options.hpp"
#include "run/workshop.hpp"

namespace epochmill::cli {

// Warns when another version of the program or of its decoders made it: replays may differ then.
run::Workshop open_output(const OutputOptions& options);

}  // namespace epochmill::cli
