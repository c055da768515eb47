#include "ops/branches.hpp"

#include "base/error.hpp"

namespace epochmill::ops {

std::vector<std::string> columns_around(const char* own, const OpList& inside) {
  std::vector<std::string> names = {own};
  names.insert(names.end(), inside.draw_names().begin(), inside.draw_names().end());
  return names;
}

image::Shape common_shape(const image::Shape& a, const image::Shape& b, const char* op) {
  if (a.type != b.type || a.channels != b.channels) {
    throw usage_error(
        "{}: chance would decide whether the picture has {} channels of {} or {} of {}; put what "
        "changes them (such as normalize) behind it",
        op, a.channels, image::name_of(a.type), b.channels, image::name_of(b.type));
  }
  return {a.height == b.height ? a.height : 0, a.width == b.width ? a.width : 0, a.channels,
          a.type};
}

}  // namespace epochmill::ops
