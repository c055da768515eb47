#include "source/picture_params.hpp"

#include <utility>

namespace epochmill::source {

std::vector<recipe::ParamSpec> decoding_params() {
  using recipe::ParamType;
  return {
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

std::vector<recipe::ParamSpec> picture_params(const char* meaning_of_path) {
  std::vector<recipe::ParamSpec> params{{.name = kPath,
                                         .type = recipe::ParamType::kString,
                                         .default_value = "",
                                         .meaning = meaning_of_path,
                                         .role = recipe::ParamRole::kLocation}};
  for (recipe::ParamSpec& spec : decoding_params()) params.push_back(std::move(spec));
  return params;
}

}  // namespace epochmill::source
