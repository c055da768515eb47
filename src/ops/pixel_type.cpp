#include "ops/pixel_type.hpp"

#include "base/error.hpp"

namespace epochmill::ops {

void require_u8(const image::Shape& in, std::string_view op) {
  if (in.type == image::PixelType::kU8) return;
  throw usage_error(
      "{} needs 8-bit pixels of 3 channels, and gets {} of {}, after normalize or from a source of "
      "such arrays; put normalize last, or take {} out",
      op, image::name_of(in.type), in.channels, op);
}

}  // namespace epochmill::ops
