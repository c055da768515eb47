#include <gtest/gtest.h>

#include "error_text.hpp"
#include "recipe/recipe.hpp"
#include "test_vocabulary.hpp"

namespace epochmill::recipe {
namespace {

constexpr const char* kRecipe =
    "seed = 7\nepochs = 30\n"
    "[source]\nkind = \"shelf\"\npath = \"pictures\"\nlabels = \"l.csv\"\n"
    "[output]\npath = \"out\"\nencoding = \"squeezed\"\nshard_rows = 64\n"
    "[[augment]]\nop = \"slice\"\nsize = 224\n"
    "[[augment]]\nop = \"mirror\"\nenabled = false\nstream = 12\n";

constexpr const char* kCanonical =
    "seed = 7\nunique = true\n"
    "\n[source]\nkind = \"shelf\"\nexif = true\n"
    "\n[output]\nencoding = \"squeezed\"\nshard_rows = 64\nquality = 90\n"
    "\n[streams]\nranks = 64\nthreads = 16\n"
    "\n[[augment]]\nop = \"slice\"\nsize = [224]\nscale = [0.08, 1.0]\nfilter = \"bilinear\"\n"
    "\n[[augment]]\nop = \"mirror\"\nstream = 12\nenabled = false\np = 0.5\n";

std::string canonical(const std::string& text, const Overrides& overrides = {}) {
  return canonical_text(parse_recipe(text, "/recipes/r.toml", overrides, test_vocabulary()));
}

TEST(CanonicalText, HasAllDefaultsInAFixedOrderAndNoLocationsOrEpochs) {
  EXPECT_EQ(canonical(kRecipe), kCanonical);
}

TEST(CanonicalText, IsTheSameForRecipesThatSayTheSame) {
  EXPECT_EQ(
      canonical(
          "# a comment\nepochs = 60\nunique = true\nerror_budget = 0.5\non_bad_sample = "
          "\"stop\"\nseed = \"0x7\"\n"
          "[[augment]]\nfilter = 'bilinear' # the default\nsize = [0xE0]\nscale = [0.080, 1]\n"
          "op = \"slice\"\nenabled = true\n"
          "[[augment]]\nop = \"mirror\"\np = 5e-1\nstream = 12\nenabled = false\n"
          "[output]\nquality = 90\nshard_rows = 64\npath = \"/elsewhere\"\nencoding = "
          "\"squeezed\"\n"
          "[streams]\nthreads = 16\n"
          "[source]\nexif = true\npath = \"/other\"\nkind = \"shelf\"\n"),
      kCanonical);
}

TEST(CanonicalText, ShowsEveryOtherDifference) {
  for (const char* set : {"seed=8",
                          "unique=false",
                          "unique=strict",
                          "on_bad_sample=skip",
                          "source.exif=false",
                          "output.quality=91",
                          "output.shard_rows=65",
                          "streams.ranks=63",
                          "streams.threads=15",
                          "augment.0.size=225",
                          "augment.0.size=[224, 224]",
                          "augment.0.scale=[0.08000000000000002, 1]",
                          "augment.0.filter=nearest",
                          "augment.0.stream=0",
                          "augment.0.enabled=false",
                          "augment.1.enabled=true",
                          "augment.1.stream=13",
                          "augment.1.p=0.51",
                          "augment.1.swaps=[[0, 1]]",
                          "augment=[]"}) {
    EXPECT_NE(canonical(kRecipe, {.sets = {set}}), kCanonical) << set;
  }
}

TEST(CanonicalText, WritesSeedsThatTomlsIntegersCannotHold) {
  const std::string text = canonical(kRecipe, {.sets = {"seed=0xFFFFFFFFFFFFFFFF"}});
  EXPECT_EQ(text.substr(0, text.find('\n')), "seed = \"18446744073709551615\"");
  EXPECT_EQ(parse_canonical(text, "shard", test_vocabulary()).seed, ~std::uint64_t{0});
}

TEST(CanonicalText, NeedsToKnowTheShardRows) {
  Recipe recipe = parse_recipe(kRecipe, "/r.toml", {}, test_vocabulary());
  recipe.shard_rows.reset();
  EXPECT_EQ(internal_text([&] { canonical_text(recipe); }),
            "the canonical recipe text needs shard_rows");
}

TEST(ParseCanonical, ReadsItBackWithoutLocations) {
  const Recipe recipe =
      parse_canonical(kCanonical, "out/epoch-0000/shard-00000.h5", test_vocabulary());
  EXPECT_EQ(canonical_text(recipe), kCanonical);
  EXPECT_EQ(recipe.epochs, 1U);
  EXPECT_TRUE(recipe.output_path.empty());
  EXPECT_FALSE(recipe.source.has("path"));
  EXPECT_EQ(recipe.shard_rows, 64U);
  ASSERT_EQ(recipe.augments.size(), 2U);
  EXPECT_EQ(recipe.augments[1].stream, 12);
  EXPECT_FALSE(recipe.augments[1].is_enabled);
}

TEST(ParseCanonical, IsAsStrictAsParseRecipeInAllElse) {
  EXPECT_EQ(usage_text([] {
              parse_canonical("seed = 1\n[source]\nkind = \"shelf\"\nexit = true\n", "shard.h5",
                              test_vocabulary());
            }),
            "shard.h5:4:1: shelf has no parameter `exit`; did you mean `exif`?");
}

}  // namespace
}  // namespace epochmill::recipe
