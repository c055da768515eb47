#include "source/csv_schema.hpp"

#include <utility>

#include "source/flip_pairs.hpp"
#include "source/picture_params.hpp"

namespace epochmill::source {
namespace {

using recipe::ParamSpec;
using recipe::ParamType;

std::vector<ParamSpec> table_params() {
  return {
      {.name = kRoot,
       .type = ParamType::kString,
       .default_value = "none",
       .meaning = "the folder that the paths in the file start from; else the file's own",
       .role = recipe::ParamRole::kLocation},
      {.name = kImage,
       .type = ParamType::kString,
       .default_value = "none",
       .meaning = "the column of the pictures' paths; else the first"},
      {.name = kHeaderRows,
       .type = ParamType::kInteger,
       .default_value = "1",
       .meaning = "rows before the first sample; the last one names the columns, and 0 names them "
                  "1, 2, ...",
       .min = 0,
       .max = 1000},
      {.name = kDelimiter,
       .type = ParamType::kString,
       .default_value = "\",\"",
       .meaning = "the character between two fields"},
      {.name = kAllowOutside,
       .type = ParamType::kBool,
       .default_value = "false",
       .meaning =
           "take paths that lie outside the root: absolute, through `..`, or by a symbolic link"},
  };
}

std::vector<ParamSpec> label_params() {
  return {
      {.name = kLabel,
       .type = ParamType::kString,
       .default_value = "none",
       .meaning = "the column of the labels; else the one named `label`, else all are of one "
                  "class, `all`"},
      {.name = kClasses,
       .type = ParamType::kStringList,
       .default_value = "none",
       .meaning = "all labels, in the order of their ids; else those in the file, sorted bytewise"},
      {.name = kNumClasses,
       .type = ParamType::kInteger,
       .default_value = "none",
       .meaning = "labels are integers from 0 to below this, in decimal digits alone",
       .min = 1,
       .max = 1000000},
      {.name = kPoints,
       .type = ParamType::kString,
       .default_value = "\"auto\"",
       .meaning = "auto: every pair of columns NAME_x, NAME_y is a landmark, not labelled where "
                  "NAME_v is 0",
       .choices = {"auto", "none"}},
      flip_pairs_param(),
  };
}

std::vector<ParamSpec> more_label_params() {
  return {
      {.name = kOneHot,
       .type = ParamType::kStringList,
       .default_value = "none",
       .meaning =
           "the columns of the classes, in the order of their ids, one of which is 1 and the "
           "others 0; [] says that no columns are that",
       .min_items = 0},
      {.name = kExtraLabelColumns,
       .type = ParamType::kStringList,
       .default_value = "none",
       .meaning = "columns of further labels, each a set of its own; ids are its texts, sorted "
                  "bytewise"},
  };
}

std::vector<ParamSpec> annotation_params() {
  return {
      {.name = kMaskColumn,
       .type = ParamType::kString,
       .default_value = "none",
       .meaning = "the column of the masks' paths, below the same root: pictures of one channel "
                  "whose values are indices"},
      {.name = kBoxColumns,
       .type = ParamType::kStringList,
       .default_value = "none",
       .meaning = "the columns of a box's left, top, right and bottom edge, in pixels; rows of one "
                  "path are one sample, and empty fields no box",
       .min_items = 4,
       .max_items = 4},
      {.name = kBoxLabel,
       .type = ParamType::kString,
       .default_value = "none",
       .meaning = "the column of the boxes' labels; else all are of one class, `object`"},
      {.name = kBoxClasses,
       .type = ParamType::kStringList,
       .default_value = "none",
       .meaning = "all labels of boxes, in the order of their ids; else those in the file, sorted "
                  "bytewise"},
  };
}

}  // namespace

recipe::Schema csv_schema() {
  std::vector<ParamSpec> params = picture_params("the CSV file");
  for (ParamSpec& spec : table_params()) params.push_back(std::move(spec));
  for (ParamSpec& spec : label_params()) params.push_back(std::move(spec));
  for (ParamSpec& spec : more_label_params()) params.push_back(std::move(spec));
  for (ParamSpec& spec : annotation_params()) params.push_back(std::move(spec));
  return {
      .name = "csv",
      .summary = "a table with one picture a row, its labels, landmarks, mask and boxes",
      .params = std::move(params),
      .notes =
          "RFC 4180 in UTF-8; a byte order mark and CRLF are accepted. Every bad row is an "
          "error with its line. Paths are keys: rows are sorted by them. A picture with several "
          "boxes has a row for each."};
}

}  // namespace epochmill::source
