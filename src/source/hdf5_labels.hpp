// Labels and keys from datasets of an HDF5 file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "source/hdf5_spec.hpp"

namespace epochmill::source {

// One label a row of the dataset spec.label. `classes` is how many there are. Throws `input`,
// naming file, dataset and row, for what a loss would not take as it was meant, and says what
// training would have made of it: labels outside [0, classes), a column or a table of them, reals,
// and types that are no numbers.
std::vector<std::int64_t> read_hdf5_labels(const std::filesystem::path& file, const Hdf5Spec& spec,
                                           std::int64_t classes);

// One text a row of the dataset spec.key, of fixed or variable length. Throws `input` for one that
// is empty, too long, or has a zero byte inside, and for a dataset of another type or shape.
std::vector<std::string> read_hdf5_keys(const std::filesystem::path& file, const Hdf5Spec& spec);

}  // namespace epochmill::source
