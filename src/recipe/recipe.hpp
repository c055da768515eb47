// What the user asked for: parsed, defaulted, canonical.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "recipe/params.hpp"

namespace epochmill::recipe {

// The words that a recipe may use. plan/ fills it from the tables of ops, sources and encodings,
// which this room does not know.
struct Vocabulary {
  std::vector<Schema> ops;
  std::vector<Schema> sources;
  std::vector<Schema> encodings;
};

struct Augment {
  std::string op;  // name in Vocabulary::ops
  Params params;
  int occurrence = 0;         // which one of its kind in the recipe, from 0
  std::optional<int> stream;  // `stream = N`: an op id chosen by hand
  bool is_enabled = true;     // `enabled = false` keeps the ids of the others and does nothing
  Location where;
  std::vector<Augment> ops = {};  // inside it: [[augment.ops]], for kinds that take ops
};

enum class Uniqueness { kOff, kOn, kStrict };

// What becomes of a sample that cannot be read, decoded or cropped.
enum class OnBadSample { kStop, kSkip };

// Pixels^2 under which an object's box is dropped.
inline constexpr double kDefaultMinBoxArea = 1;

struct Recipe {
  std::uint64_t seed = 0;
  std::uint32_t epochs = 1;

  std::string source_kind;
  Params source;  // relative paths in it are already resolved against the recipe's folder

  std::filesystem::path output_path;
  std::string encoding;
  Params encoding_params;
  std::optional<std::uint64_t> shard_rows;  // absent: the plan decides from the dataset's size

  std::uint32_t stream_ranks = 64;
  std::uint32_t stream_threads = 16;
  Uniqueness unique = Uniqueness::kOn;
  OnBadSample on_bad_sample = OnBadSample::kStop;
  double error_budget = 0.01;  // share of the samples that may be skipped
  double min_box_area = kDefaultMinBoxArea;
  bool fuse = false;  // geometric ops in a row resample once

  std::vector<Augment> augments;
};

// How deep ops may stand inside each other.
inline constexpr int kMaxOpsDepth = 6;

// Those of `augments` and all inside them, in the order of the file, which is that in which
// occurrences are counted.
std::vector<const Augment*> all_augments(const std::vector<Augment>& augments);
// Likewise, without those that are disabled, and what stands inside such ones.
std::vector<const Augment*> enabled_augments(const std::vector<Augment>& augments);

// The schemas of the recipe's own keys: top level, [source], [output], [streams] and [[augment]];
// what a kind of source, an encoding or an op adds is in the vocabulary. `describe recipe` prints
// them.
const Schema& top_schema();
const Schema& source_schema();
const Schema& output_schema();
const Schema& streams_schema();
const Schema& augment_schema();

// From the command line: laid over the file's values, before any check.
struct Overrides {
  // "key=value" with dotted keys: "seed=7", "augment.0.p=0.3", "output.shard_rows=64"
  std::vector<std::string> sets = {};
  std::optional<std::string> source = {};  // [source] path; relative to the working folder
  std::optional<std::string> output = {};  // [output] path; relative to the working folder
};

// Reads and checks the recipe in `text`, which came from `file`. Throws `usage` with
// file:line:column for anything that is not right, and names the nearest right word.
Recipe parse_recipe(std::string_view text, const std::filesystem::path& file,
                    const Overrides& overrides, const Vocabulary& vocabulary);

// As parse_recipe, from a file. Throws `usage` when it cannot be read.
Recipe load_recipe(const std::filesystem::path& file, const Overrides& overrides,
                   const Vocabulary& vocabulary);

// The recipe as stored in every shard: TOML, all defaults filled in, in a fixed order; without
// locations, the number of epochs and the error budget, with on_bad_sample, min_box_area and fuse
// only where they are not the default. Recipes that say the same in other words have equal texts,
// and no others. parse_canonical reads it back to an equal recipe. Needs shard_rows to be set;
// throws `internal` otherwise.
std::string canonical_text(const Recipe& recipe);

// The [[augment]] tables of `text` alone, and those inside them; none where there are none. Throws
// as parse_recipe.
std::vector<Augment> parse_augments(std::string_view text, const std::filesystem::path& file,
                                    const Vocabulary& vocabulary);

// Reads what canonical_text gave, or any recipe: locations may be missing, and are empty or without
// value then. `origin` is named in errors.
Recipe parse_canonical(std::string_view text, const std::filesystem::path& origin,
                       const Vocabulary& vocabulary);

}  // namespace epochmill::recipe
