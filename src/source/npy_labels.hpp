// An array of labels, as NumPy's users make them and mistake them.
#pragma once

#include <cstdint>
#include <vector>

#include "source/npy_array.hpp"

namespace epochmill::source {

// The integers of an array of one side. Throws `input` for anything else; the message says what
// training would have made of it: a second side of 1 (broadcast against predictions), one-hot rows,
// reals, bools.
std::vector<std::int64_t> read_npy_labels(const NpyArray& array);

// The end of a message: what training would do with labels that are no numbers at all.
extern const char* const kFateOfOtherLabels;

}  // namespace epochmill::source
