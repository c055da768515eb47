// The text in the header of a .npy file: a literal of Python's, of one dictionary.
#pragma once

#include <string_view>

#include "image/npy_header.hpp"

namespace epochmill::image {

// `text` is such as "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }" with spaces and a
// line's end behind. Throws `input`, naming the byte, for anything that is not the one dictionary
// of exactly these three entries, in any order.
NpyHeader parse_npy_literal(std::string_view text);

}  // namespace epochmill::image
