// Exports epochs of an output folder for training code that reads no HDF5.
#pragma once

#include <filesystem>

#include "convert/target.hpp"

namespace epochmill::convert {

// Makes `folder` ready to hold an export of this output to `target`, and notes of what in its
// export.json. Throws `usage` when it holds anything else. Safe to repeat, and for several
// processes at once: those of another target, recipe or source are refused.
void prepare_folder(const std::filesystem::path& folder, const Target& target,
                    const plan::Plan& plan);

}  // namespace epochmill::convert
