// Which ops work on 8-bit pixels alone.
#pragma once

#include <string_view>

#include "image/image.hpp"

namespace epochmill::ops {

// Throws `usage`, with the remedy, when `in` is not a picture of u8.
void require_u8(const image::Shape& in, std::string_view op);

}  // namespace epochmill::ops
