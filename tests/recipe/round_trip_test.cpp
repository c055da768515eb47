// Recipes at random: the canonical text of what the canonical text says is the same text, and the
// values are the same.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "lcg.hpp"
#include "recipe/recipe.hpp"
#include "test_vocabulary.hpp"

namespace epochmill::recipe {
namespace {

double any_real(Lcg& lcg) {
  while (true) {
    const double real = std::bit_cast<double>(lcg.next64());
    if (std::isfinite(real)) return real;
  }
}

double any_share(Lcg& lcg) { return lcg.below(10) == 0 ? lcg.below(2) : lcg.next() / 4294967296.0; }

std::string any_text(Lcg& lcg) {
  static const std::vector<std::string> kPieces{"a",    "Z", "\"",         "\\", "\n", "\t",
                                                "\r",   "'", "# ",         "]",  "=",  "\x01",
                                                "\x7f", "é", "\U0001F600", "{"};
  std::string text;
  for (std::uint32_t i = lcg.below(12); i > 0; --i) {
    text += kPieces[lcg.below(static_cast<std::uint32_t>(kPieces.size()))];
  }
  return text;
}

std::string quoted(const std::string& text) { return to_toml({text, {}}); }

std::string any_slice(Lcg& lcg) {
  std::string text = "op = \"slice\"\n";
  text += lcg.coin() ? fmt::format("size = {}\n", 1 + lcg.below(65535))
                     : fmt::format("size = [{}, {}]\n", 1 + lcg.below(65535), 1 + lcg.below(65535));
  if (lcg.coin()) text += fmt::format("scale = [{}, {}]\n", any_share(lcg), any_share(lcg));
  if (lcg.coin()) text += "filter = \"nearest\"\n";
  return text;
}

std::string any_mirror(Lcg& lcg) {
  std::string text = "op = \"mirror\"\n";
  if (lcg.coin()) text += fmt::format("p = {}\n", any_share(lcg));
  if (lcg.coin())
    text += fmt::format("swaps = [[{}, {}], [0, 2147483647]]\n", lcg.below(9), lcg.below(9));
  return text;
}

std::string any_stir(Lcg& lcg) {
  std::string text = "op = \"stir\"\n";
  if (lcg.coin())
    text += fmt::format("labels = [{}, {}]\n", quoted(any_text(lcg)), quoted(any_text(lcg)));
  if (lcg.coin()) text += fmt::format("note = {}\n", quoted(any_text(lcg)));
  if (lcg.coin()) text += fmt::format("gain = {}\n", to_toml({any_real(lcg), {}}));
  if (lcg.coin()) text += fmt::format("turns = {}\n", static_cast<std::int64_t>(lcg.next64()));
  if (lcg.coin()) text += "clamp = true\n";
  if (lcg.coin()) text += "table = \"t.bin\"\n";
  return text;
}

std::string any_recipe(Lcg& lcg) {
  std::string text = fmt::format("seed = \"{}\"\nepochs = {}\n", lcg.next64() >> lcg.below(64),
                                 1 + lcg.below(1048576));
  if (lcg.coin()) text += lcg.coin() ? "unique = false\n" : "unique = \"strict\"\n";
  text +=
      lcg.coin() ? "[source]\nkind = \"shelf\"\npath = \"p\"\n" : "[source]\nkind = \"made_up\"\n";
  text += fmt::format("[output]\npath = \"o\"\nshard_rows = {}\n", 1 + lcg.below(100000));
  if (lcg.coin())
    text += fmt::format("encoding = \"squeezed\"\nquality = {}\n", 1 + lcg.below(100));
  if (lcg.coin())
    text += fmt::format("[streams]\nranks = {}\nthreads = {}\n", 1 + lcg.below(65536),
                        1 + lcg.below(4096));
  for (std::uint32_t ops = lcg.below(6); ops > 0; --ops) {
    const std::uint32_t kind = lcg.below(3);
    text += "[[augment]]\n" + (kind == 0   ? any_slice(lcg)
                               : kind == 1 ? any_mirror(lcg)
                                           : any_stir(lcg));
    if (lcg.coin()) text += fmt::format("stream = {}\n", lcg.below(240));
    if (lcg.coin()) text += "enabled = false\n";
  }
  return text;
}

void expect_equal(const Recipe& a, const Recipe& b) {
  EXPECT_EQ(a.seed, b.seed);
  EXPECT_EQ(a.unique, b.unique);
  EXPECT_EQ(a.source_kind, b.source_kind);
  EXPECT_EQ(a.source.canonical_text(), b.source.canonical_text());
  EXPECT_EQ(a.encoding, b.encoding);
  EXPECT_EQ(a.encoding_params.canonical_text(), b.encoding_params.canonical_text());
  EXPECT_EQ(a.shard_rows, b.shard_rows);
  EXPECT_EQ(a.stream_ranks, b.stream_ranks);
  EXPECT_EQ(a.stream_threads, b.stream_threads);
  ASSERT_EQ(a.augments.size(), b.augments.size());
  for (std::size_t i = 0; i < a.augments.size(); ++i) {
    EXPECT_EQ(a.augments[i].op, b.augments[i].op);
    EXPECT_EQ(a.augments[i].occurrence, b.augments[i].occurrence);
    EXPECT_EQ(a.augments[i].stream, b.augments[i].stream);
    EXPECT_EQ(a.augments[i].is_enabled, b.augments[i].is_enabled);
    EXPECT_EQ(a.augments[i].params.canonical_text(), b.augments[i].params.canonical_text());
    if (a.augments[i].op == "stir") {
      EXPECT_EQ(a.augments[i].params.real("gain"), b.augments[i].params.real("gain"));
      EXPECT_EQ(a.augments[i].params.texts("labels"), b.augments[i].params.texts("labels"));
    }
  }
}

TEST(RoundTrip, TheCanonicalTextOfAnyRecipeReadsBackToAnEqualRecipeAndTheSameText) {
  Lcg lcg(3);
  const Vocabulary vocabulary = test_vocabulary();
  for (int round = 0; round < 1000; ++round) {
    const std::string text = any_recipe(lcg);
    SCOPED_TRACE(text);
    const Recipe recipe = parse_recipe(text, "/recipes/r.toml", {}, vocabulary);
    const std::string canonical = canonical_text(recipe);
    const Recipe back = parse_canonical(canonical, "canonical", vocabulary);
    expect_equal(recipe, back);
    ASSERT_EQ(canonical_text(back), canonical);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace epochmill::recipe
