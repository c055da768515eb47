#include "source/csv_schema.hpp"

#include <utility>

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
      {.name = kFlipPairs,
       .type = ParamType::kIntegerPairs,
       .default_value = "none",
       .meaning =
           "landmarks, counted from 0, that swap in a mirror: [[0, 16], [1, 15]]; [] if none does",
       .min = 0,
       .min_items = 0},
  };
}

}  // namespace

recipe::Schema csv_schema() {
  std::vector<ParamSpec> params = picture_params("the CSV file");
  for (ParamSpec& spec : table_params()) params.push_back(std::move(spec));
  for (ParamSpec& spec : label_params()) params.push_back(std::move(spec));
  return {.name = "csv",
          .summary = "a table with one picture a row, its label and its landmarks",
          .params = std::move(params),
          .notes =
              "RFC 4180 in UTF-8; a byte order mark and CRLF are accepted. Every bad row is an "
              "error with its line. Paths are keys: rows are sorted by them."};
}

}  // namespace epochmill::source
