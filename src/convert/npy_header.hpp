// What stands before the numbers of an NPY file: format 1.0, C order.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill::convert {

// `type` is NumPy's, with the order of bytes: "<f4", "|u1". A multiple of 64 bytes.
Bytes npy_header(std::string_view type, const std::vector<std::uint64_t>& shape);

}  // namespace epochmill::convert
