// Invented words, one of each kind of parameter at least, so that these tests do not hang on the
// real ops.
#pragma once

#include <limits>

#include "recipe/recipe.hpp"

namespace epochmill::recipe {

inline Schema slice_schema() {
  return {.name = "slice",
          .summary = "Cuts a box.",
          .params = {{.name = "size",
                      .type = ParamType::kIntegerList,
                      .default_value = "",
                      .meaning = "height and width in pixels",
                      .min = 1,
                      .max = 65535,
                      .min_items = 1,
                      .max_items = 2},
                     {.name = "scale",
                      .type = ParamType::kRealList,
                      .default_value = "[0.08, 1]",
                      .meaning = "share of the area",
                      .min = 0,
                      .max = 1,
                      .min_items = 2,
                      .max_items = 2},
                     {.name = "filter",
                      .type = ParamType::kString,
                      .default_value = "bilinear",
                      .meaning = "how it resamples",
                      .choices = {"nearest", "bilinear", "bicubic"}}},
          .notes = ""};
}

inline Schema mirror_schema() {
  return {.name = "mirror",
          .summary = "Swaps left and right.",
          .params = {{.name = "p",
                      .type = ParamType::kReal,
                      .default_value = "0.5",
                      .meaning = "chance",
                      .min = 0,
                      .max = 1},
                     {.name = "swaps",
                      .type = ParamType::kIntegerPairs,
                      .default_value = "none",
                      .meaning = "points that change places",
                      .min = 0}},
          .notes = ""};
}

inline Schema stir_schema() {
  return {.name = "stir",
          .summary = "Everything else.",
          .params = {{.name = "labels",
                      .type = ParamType::kStringList,
                      .default_value = "[]",
                      .meaning = "words",
                      .min_items = 0},
                     {.name = "note",
                      .type = ParamType::kString,
                      .default_value = "none",
                      .meaning = "any text"},
                     {.name = "gain",
                      .type = ParamType::kReal,
                      .default_value = "1",
                      .meaning = "any number"},
                     {.name = "turns",
                      .type = ParamType::kInteger,
                      .default_value = "-3",
                      .meaning = "any integer"},
                     {.name = "clamp",
                      .type = ParamType::kBool,
                      .default_value = "false",
                      .meaning = "a switch"},
                     {.name = "table",
                      .type = ParamType::kString,
                      .default_value = "none",
                      .meaning = "file to read",
                      .role = ParamRole::kLocation}},
          .notes = ""};
}

inline Vocabulary test_vocabulary() {
  const ParamSpec path{.name = "path",
                       .type = ParamType::kString,
                       .default_value = "",
                       .meaning = "folder of pictures",
                       .role = ParamRole::kLocation};
  Vocabulary vocabulary;
  vocabulary.ops = {slice_schema(), mirror_schema(), stir_schema()};
  vocabulary.sources = {{.name = "shelf",
                         .summary = "A folder.",
                         .params = {path,
                                    {.name = "labels",
                                     .type = ParamType::kString,
                                     .default_value = "none",
                                     .meaning = "label file",
                                     .role = ParamRole::kLocation},
                                    {.name = "exif",
                                     .type = ParamType::kBool,
                                     .default_value = "true",
                                     .meaning = "turn pictures upright"}},
                         .notes = ""},
                        {.name = "made_up",
                         .summary = "Needs no files.",
                         .params = {{.name = "count",
                                     .type = ParamType::kInteger,
                                     .default_value = "10",
                                     .meaning = "samples",
                                     .min = 1}},
                         .notes = ""}};
  vocabulary.encodings = {{.name = "raw", .summary = "Plain.", .params = {}, .notes = ""},
                          {.name = "squeezed",
                           .summary = "Small.",
                           .params = {{.name = "quality",
                                       .type = ParamType::kInteger,
                                       .default_value = "90",
                                       .meaning = "1 to 100",
                                       .min = 1,
                                       .max = 100}},
                           .notes = ""}};
  return vocabulary;
}

}  // namespace epochmill::recipe
