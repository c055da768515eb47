#include "ops/pixel_type.hpp"

#include "base/error.hpp"

namespace epochmill::ops {

void require_u8(const image::Shape& in, std::string_view op) {
  if (in.type == image::PixelType::kU8) return;
  throw usage_error("{} needs 8-bit pixels and comes after normalize; put normalize last", op);
}

}  // namespace epochmill::ops
