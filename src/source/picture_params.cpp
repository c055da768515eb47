#include "source/picture_params.hpp"

namespace epochmill::source {

std::vector<recipe::ParamSpec> picture_params(const char* meaning_of_path) {
  using recipe::ParamType;
  return {
      {.name = kPath,
       .type = ParamType::kString,
       .default_value = "",
       .meaning = meaning_of_path,
       .role = recipe::ParamRole::kLocation},
      {.name = kExif,
       .type = ParamType::kBool,
       .default_value = "true",
       .meaning = "turn and mirror each picture as its EXIF orientation says"},
      {.name = kBackground,
       .type = ParamType::kIntegerList,
       .default_value = "[0, 0, 0]",
       .meaning = "red, green, blue under a picture with alpha, 0 to 255",
       .min = 0,
       .max = 255,
       .min_items = 3,
       .max_items = 3},
      {.name = kMaxPixels,
       .type = ParamType::kInteger,
       .default_value = "268435456",
       .meaning = "a picture with more pixels is a bad sample; told from its header, before memory "
                  "is taken",
       .min = 1},
  };
}

}  // namespace epochmill::source
