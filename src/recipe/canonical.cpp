#include <fmt/format.h>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "recipe/recipe.hpp"

namespace epochmill::recipe {
namespace {

template <typename T>
std::string line(const char* key, T value) {
  return fmt::format("{} = {}\n", key, to_toml({std::move(value), {}}));
}

std::string seed_line(std::uint64_t seed) {
  // TOML's integers end at 2^63-1.
  if (!std::in_range<std::int64_t>(seed)) return line("seed", fmt::format("{}", seed));
  return line("seed", checked_cast<std::int64_t>(seed));
}

std::string unique_line(Uniqueness unique) {
  if (unique == Uniqueness::kStrict) return line("unique", std::string("strict"));
  return line("unique", unique == Uniqueness::kOn);
}

// `name` is that of its array of tables: "augment", "augment.ops".
std::string augment_text(const Augment& augment, const std::string& name) {
  std::string text = "\n[[" + name + "]]\n" + line("op", augment.op);
  if (augment.stream) text += line("stream", std::int64_t{*augment.stream});
  if (!augment.is_enabled) text += line("enabled", false);
  text += augment.params.canonical_text();
  for (const Augment& inside : augment.ops) text += augment_text(inside, name + ".ops");
  return text;
}

}  // namespace

std::string canonical_text(const Recipe& recipe) {
  if (!recipe.shard_rows) throw internal_error("the canonical recipe text needs shard_rows");
  std::string text = seed_line(recipe.seed) + unique_line(recipe.unique);
  // Only where they are not the default: the texts of older recipes stay what they are.
  if (recipe.on_bad_sample == OnBadSample::kSkip)
    text += line("on_bad_sample", std::string("skip"));
  if (recipe.min_box_area != kDefaultMinBoxArea) text += line("min_box_area", recipe.min_box_area);
  if (recipe.fuse) text += line("fuse", true);
  text += "\n[source]\n" + line("kind", recipe.source_kind) + recipe.source.canonical_text();
  text += "\n[output]\n" + line("encoding", recipe.encoding);
  text += line("shard_rows", checked_cast<std::int64_t>(*recipe.shard_rows));
  text += recipe.encoding_params.canonical_text();
  text += "\n[streams]\n" + line("ranks", std::int64_t{recipe.stream_ranks});
  text += line("threads", std::int64_t{recipe.stream_threads});
  for (const Augment& augment : recipe.augments) text += augment_text(augment, "augment");
  return text;
}

}  // namespace epochmill::recipe
