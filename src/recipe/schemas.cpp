#include <fmt/format.h>

#include "recipe/recipe.hpp"

namespace epochmill::recipe {
namespace {

// The limits of an address's fields (streams/address.hpp, a room that this one does not know):
// kEpochLimit, kRankLimit, kThreadLimit and kFirstReservedOp. A test of plan/ compares them.
constexpr double kMaxEpochs = 1048576;
constexpr double kMaxRanks = 65536;
constexpr double kMaxThreads = 4096;
constexpr double kMaxOpId = 239;

// /order of a shard counts rows in 32 bits.
constexpr double kMaxShardRows = 4294967295;

// More than any picture has pixels.
constexpr double kMaxBoxArea = 1e12;

}  // namespace

const Schema& top_schema() {
  static const Schema schema{
      .name = "recipe",
      .summary = "The top of a recipe: what the dataset of epochs is.",
      .params = {{.name = "seed",
                  .type = ParamType::kUnsigned,
                  .default_value = "",
                  .meaning = "key of every random stream; the same seed gives the same bytes"},
                 {.name = "epochs",
                  .type = ParamType::kInteger,
                  .default_value = "1",
                  .meaning =
                      "augmented passes over the source; raising it later keeps the finished ones",
                  .min = 1,
                  .max = kMaxEpochs},
                 {.name = "unique",
                  .type = ParamType::kBoolOrWord,
                  .default_value = "true",
                  .meaning = "no two epochs of a sample get the same draws; \"strict\" stops where "
                             "a sample has too few",
                  .choices = {"strict"}},
                 {.name = "on_bad_sample",
                  .type = ParamType::kString,
                  .default_value = "stop",
                  .meaning = "what to do with a sample that cannot be read, decoded or cropped: "
                             "stop the run, or skip it and list it in rejected.tsv",
                  .choices = {"stop", "skip"}},
                 {.name = "error_budget",
                  .type = ParamType::kReal,
                  .default_value = "0.01",
                  .meaning = "share of the samples that may be skipped; more stops the run",
                  .min = 0,
                  .max = 1},
                 {.name = "min_box_area",
                  .type = ParamType::kReal,
                  .default_value = fmt::format("{:.1f}", kDefaultMinBoxArea),
                  .meaning =
                      "pixels^2: an object's box that is smaller, in the photo or after an op, "
                      "is dropped with its label",
                  .min = 0,
                  .max = kMaxBoxArea},
                 {.name = "fuse",
                  .type = ParamType::kBool,
                  .default_value = "false",
                  .meaning = "geometric ops that follow each other resample the picture once, "
                             "by one combined map, and not each on its own: sharper, and no "
                             "longer torchvision's pixels"}},
      .notes = "Tables: [source], [output], [streams] and one [[augment]] for each op, in order."};
  return schema;
}

const Schema& source_schema() {
  static const Schema schema{
      .name = "[source]",
      .summary = "Where the raw samples come from; the other parameters are the kind's own.",
      .params = {{.name = "kind",
                  .type = ParamType::kString,
                  .default_value = "",
                  .meaning = "kind of source; see `epochmill describe sources`"}},
      .notes = ""};
  return schema;
}

const Schema& output_schema() {
  static const Schema schema{
      .name = "[output]",
      .summary =
          "Where and how the epochs are stored; the other parameters are the encoding's own.",
      .params =
          {{.name = "path",
            .type = ParamType::kString,
            .default_value = "",
            .meaning =
                "folder to write; relative to the recipe's own folder; --output goes before it",
            .role = ParamRole::kLocation},
           {.name = "encoding",
            .type = ParamType::kString,
            .default_value = "raw",
            .meaning = "how pictures are stored; see `epochmill describe encodings`"},
           {.name = "shard_rows",
            .type = ParamType::kInteger,
            .default_value = "none",
            .meaning = "samples in one shard; chosen from the dataset's size when left out",
            .min = 1,
            .max = kMaxShardRows}},
      .notes = ""};
  return schema;
}

const Schema& streams_schema() {
  static const Schema schema{
      .name = "[streams]",
      .summary =
          "As how many workers the dataset is thought to be split; the job's real ones never "
          "enter.",
      .params = {{.name = "ranks",
                  .type = ParamType::kInteger,
                  .default_value = "64",
                  .meaning =
                      "canonical ranks; another number gives another, equally good, set of epochs",
                  .min = 1,
                  .max = kMaxRanks},
                 {.name = "threads",
                  .type = ParamType::kInteger,
                  .default_value = "16",
                  .meaning = "canonical threads of each rank; likewise",
                  .min = 1,
                  .max = kMaxThreads}},
      .notes = ""};
  return schema;
}

const Schema& augment_schema() {
  static const Schema schema{
      .name = "[[augment]]",
      .summary = "One augmentation; the other parameters are the op's own.",
      .params = {{.name = "op",
                  .type = ParamType::kString,
                  .default_value = "",
                  .meaning = "name of the op; see `epochmill describe ops`"},
                 {.name = "stream",
                  .type = ParamType::kInteger,
                  .default_value = "none",
                  .meaning = "op id of its random stream; by default 4 x (the op's number) + "
                             "(which one of its kind)",
                  .min = 0,
                  .max = kMaxOpId},
                 {.name = "enabled",
                  .type = ParamType::kBool,
                  .default_value = "true",
                  .meaning = "false leaves the op out and keeps the random streams of all others"}},
      .notes =
          "An op that is written around others has them in [[augment.ops]] tables under it, "
          "in order, with the same keys; these may have [[augment.ops.ops]] in turn."};
  return schema;
}

}  // namespace epochmill::recipe
