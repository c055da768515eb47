#include "plan/encodings.hpp"

#include <vector>

namespace epochmill::plan {

std::span<const recipe::Schema> encodings() {
  static const std::vector<recipe::Schema> kEncodings = {
      {.name = "raw",
       .summary = "pixels as they are, contiguous and page-aligned, so that a reader can map them",
       .params = {},
       .notes =
           "Largest on disk and fastest to read: /image is u8 or f32 [rows, height, width, 3]."},
  };
  return kEncodings;
}

}  // namespace epochmill::plan
