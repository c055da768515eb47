#include <gtest/gtest.h>

#include "error_text.hpp"
#include "recipe/recipe.hpp"
#include "test_vocabulary.hpp"

namespace epochmill::recipe {
namespace {

constexpr const char* kSource = "[source]\nkind = \"shelf\"\npath = \"/s\"\n";
constexpr const char* kOutput = "[output]\npath = \"/o\"\n";

std::string refusal(const std::string& text, const Overrides& overrides = {}) {
  return usage_text([&] { parse_recipe(text, "recipe.toml", overrides, test_vocabulary()); });
}

// Six lines that are right, then `text` from line 7 on.
std::string refusal_after_line_6(const std::string& text) {
  return refusal(std::string("seed = 1\n") + kSource + kOutput + text);
}

std::string refusal_of_top_line(const std::string& line) {
  return refusal("seed = 1\n" + line + "\n" + kSource + kOutput);
}

TEST(RecipeErrors, NoneInTheRecipesThatTheOthersStartFrom) {
  EXPECT_EQ(refusal_after_line_6(""), "no error");
  EXPECT_EQ(refusal_of_top_line(""), "no error");
}

TEST(RecipeErrors, UnknownKeysNameTheNearestOne) {
  EXPECT_EQ(refusal_of_top_line("epoch = 3"),
            "recipe.toml:2:1: recipe has no parameter `epoch`; did you mean `epochs`?");
  EXPECT_EQ(refusal_after_line_6("[stream]\nranks = 1\n"),
            "recipe.toml:7:2: recipe has no parameter `stream`; did you mean `streams`?");
  EXPECT_EQ(refusal_after_line_6("[[augmnt]]\n"),
            "recipe.toml:7:3: recipe has no parameter `augmnt`; did you mean `augment`?");
  EXPECT_EQ(refusal_after_line_6("encodng = \"raw\"\n"),
            "recipe.toml:7:1: [output] has no parameter `encodng`; did you mean `encoding`?");
  EXPECT_EQ(refusal_after_line_6("encoding = \"squeezed\"\nqualty = 3\n"),
            "recipe.toml:8:1: [output] has no parameter `qualty`; did you mean `quality`?");
  EXPECT_EQ(refusal_after_line_6("[streams]\nthread = 3\n"),
            "recipe.toml:8:1: [streams] has no parameter `thread`; did you mean `threads`?");
  EXPECT_EQ(refusal_after_line_6("[[augment]]\nop = \"slice\"\nsise = 3\n"),
            "recipe.toml:9:1: slice has no parameter `sise`; did you mean `size`?");
  EXPECT_EQ(refusal_after_line_6("[[augment]]\nop = \"mirror\"\nenable = false\n"),
            "recipe.toml:9:1: mirror has no parameter `enable`; did you mean `enabled`?");
  EXPECT_EQ(refusal("seed = 1\n[source]\nkind = \"shelf\"\npaht = \"/s\"\n"),
            "recipe.toml:4:1: shelf has no parameter `paht`; did you mean `path`?");
}

TEST(RecipeErrors, ParametersOfAnotherKindAreUnknown) {
  EXPECT_EQ(
      refusal_after_line_6("quality = 3\n"),
      "recipe.toml:7:1: [output] has no parameter `quality`; known: path, encoding, shard_rows");
  EXPECT_EQ(refusal("seed = 1\n[source]\nkind = \"made_up\"\n", {.source = "/s", .output = "/o"}),
            "--source /s: made_up has no parameter `path`; known: count, kind");
}

TEST(RecipeErrors, UnknownWordsNameTheNearestOne) {
  EXPECT_EQ(refusal_after_line_6("[[augment]]\nop = \"slcie\"\n"),
            "recipe.toml:8:6: there is no op `slcie`; did you mean `slice`?");
  EXPECT_EQ(refusal_after_line_6("[[augment]]\nop = \"completely_else\"\n"),
            "recipe.toml:8:6: there is no op `completely_else`; known: slice, mirror, stir");
  EXPECT_EQ(refusal("seed = 1\n[source]\nkind = \"shelve\"\n"),
            "recipe.toml:3:8: there is no source kind `shelve`; did you mean `shelf`?");
  EXPECT_EQ(refusal_after_line_6("encoding = \"rwa\"\n"),
            "recipe.toml:7:12: there is no encoding `rwa`; did you mean `raw`?");
  EXPECT_EQ(refusal_after_line_6("[[augment]]\nop = 3\n"),
            "recipe.toml:8:6: op must be a string, found 3");
}

TEST(RecipeErrors, MissingKeysNameTheirTableAndTheirMeaning) {
  EXPECT_EQ(refusal(std::string(kSource) + kOutput),
            "recipe.toml:1:1: recipe needs `seed`: key of every random stream; the same seed gives "
            "the same bytes");
  EXPECT_EQ(refusal(""),
            "recipe.toml:1:1: recipe needs `seed`: key of every random stream; the same seed gives "
            "the same bytes");
  EXPECT_EQ(
      refusal("seed = 1\n"),
      "recipe.toml:1:1: [source] needs `kind`: kind of source; see `epochmill describe sources`");
  EXPECT_EQ(refusal("seed = 1\n[source]\nkind = \"shelf\"\n"),
            "recipe.toml:2:1: shelf needs `path`: folder of pictures");
  EXPECT_EQ(refusal(std::string("seed = 1\n") + kSource + "[output]\n"),
            "recipe.toml:5:1: [output] needs `path`: folder to write; relative to the recipe's own "
            "folder; --output "
            "goes before it");
  EXPECT_EQ(
      refusal_after_line_6("[[augment]]\n"),
      "recipe.toml:7:1: [[augment]] needs `op`: name of the op; see `epochmill describe ops`");
  EXPECT_EQ(refusal_after_line_6("[[augment]]\nop = \"slice\"\n"),
            "recipe.toml:7:1: slice needs `size`: height and width in pixels");
}

TEST(RecipeErrors, PathsMayBeMissingWhereAnOptionGivesThem) {
  EXPECT_EQ(refusal("seed = 1\n[source]\nkind = \"shelf\"\n", {.source = "/s", .output = "/o"}),
            "no error");
  EXPECT_NE(refusal("seed = 1\n[source]\nkind = \"shelf\"\n", {.source = "/s"}), "no error");
  EXPECT_NE(refusal("seed = 1\n[source]\nkind = \"shelf\"\n", {.output = "/o"}), "no error");
}

TEST(RecipeErrors, SeedsAndEpochsOutOfRange) {
  EXPECT_EQ(refusal(std::string("seed = -1\n") + kSource + kOutput),
            "recipe.toml:1:8: seed must be an integer in [0, 2^64-1], in quotes when it is above "
            "2^63-1, found -1");
  EXPECT_NE(refusal("seed = 9223372036854775808\n").find("recipe.toml:1:"), std::string::npos);
  EXPECT_EQ(refusal_of_top_line("epochs = 0"),
            "recipe.toml:2:10: epochs must be an integer in [1, 1048576], found 0");
  EXPECT_EQ(refusal_of_top_line("epochs = 1048577"),
            "recipe.toml:2:10: epochs must be an integer in [1, 1048576], found 1048577");
  EXPECT_EQ(refusal_of_top_line("epochs = 1048576"), "no error");
  EXPECT_EQ(refusal_of_top_line("epochs = 3.0"),
            "recipe.toml:2:10: epochs must be an integer in [1, 1048576], found 3.0");
  EXPECT_EQ(refusal_of_top_line("unique = \"strickt\""),
            "recipe.toml:2:10: unique must be true, false or \"strict\", found \"strickt\"; did "
            "you mean `strict`?");
  EXPECT_EQ(refusal_of_top_line("unique = 1"),
            "recipe.toml:2:10: unique must be true, false or \"strict\", found 1");
}

TEST(RecipeErrors, GridShardRowsAndStreamsOutOfRange) {
  EXPECT_EQ(refusal_after_line_6("[streams]\nranks = 65537\n"),
            "recipe.toml:8:9: ranks must be an integer in [1, 65536], found 65537");
  EXPECT_EQ(refusal_after_line_6("[streams]\nranks = 0\n"),
            "recipe.toml:8:9: ranks must be an integer in [1, 65536], found 0");
  EXPECT_EQ(refusal_after_line_6("[streams]\nthreads = 4097\n"),
            "recipe.toml:8:11: threads must be an integer in [1, 4096], found 4097");
  EXPECT_EQ(refusal_after_line_6("shard_rows = 0\n"),
            "recipe.toml:7:14: shard_rows must be an integer in [1, 4294967295], found 0");
  EXPECT_EQ(refusal_after_line_6("[[augment]]\nop = \"mirror\"\nstream = 240\n"),
            "recipe.toml:9:10: stream must be an integer in [0, 239], found 240");
  EXPECT_EQ(refusal_after_line_6("[[augment]]\nop = \"mirror\"\nenabled = \"no\"\n"),
            "recipe.toml:9:11: enabled must be true or false, found \"no\"");
}

TEST(RecipeErrors, ParametersOfOpsOutOfRange) {
  EXPECT_EQ(refusal_after_line_6("[[augment]]\nop = \"mirror\"\np  =   1.5\n"),
            "recipe.toml:9:8: p must be a number in [0, 1], found 1.5");
  EXPECT_EQ(refusal_after_line_6("[[augment]]\nop = \"slice\"\nsize = [224, 0]\n"),
            "recipe.toml:9:14: size[1] must be an integer in [1, 65535], found 0");
  EXPECT_EQ(refusal_after_line_6("[[augment]]\nop = \"mirror\"\np = nan\n"),
            "recipe.toml:9:5: p must be a number in [0, 1], found nan");
  EXPECT_EQ(refusal_after_line_6("[[augment]]\nop = \"stir\"\nnote = 2026-11-29\n"),
            "recipe.toml:9:8: a recipe has no dates or times, found 2026-11-29; if it is text, put "
            "it in quotes");
}

TEST(RecipeErrors, TablesOfAnotherShape) {
  EXPECT_EQ(refusal("seed = 1\nsource = 3\n"),
            "recipe.toml:2:10: source must be a table, [source], found 3");
  EXPECT_EQ(refusal("seed = 1\n[[source]]\nkind = \"shelf\"\n"),
            "recipe.toml:2:1: source must be a table, [source], found [{kind = \"shelf\"}]");
  EXPECT_EQ(
      refusal_after_line_6("[augment]\nop = \"slice\"\n"),
      "recipe.toml:7:1: augment must be an array of tables, [[augment]], found {op = \"slice\"}");
  EXPECT_EQ(refusal("seed = 1\naugment = [1]\n" + std::string(kSource) + kOutput),
            "recipe.toml:2:12: each item of augment must be a table, found 1");
}

TEST(RecipeErrors, DuplicateKeysAndTables) {
  EXPECT_EQ(refusal("seed = 1\nseed = 2\n"),
            "recipe.toml:2:8: not TOML: Error while parsing key-value pair: cannot redefine "
            "existing integer 'seed'");
  EXPECT_NE(refusal_after_line_6("[source]\n").find("recipe.toml:7:1: not TOML: "),
            std::string::npos);
}

TEST(RecipeErrors, OptionsAreNamedAsTheirOwnPlace) {
  const std::string text =
      std::string("seed = 1\n") + kSource + kOutput + "[[augment]]\nop = \"mirror\"\n";
  EXPECT_EQ(refusal(text, {.sets = {"augment.0.p=1.5"}}),
            "--set augment.0.p=1.5: p must be a number in [0, 1], found 1.5");
  EXPECT_EQ(refusal(text, {.sets = {"augment.0.q=1"}}),
            "--set augment.0.q=1: mirror has no parameter `q`; did you mean `p`?");
  EXPECT_EQ(refusal(text, {.sets = {"sourc.kind=x"}}),
            "--set sourc.kind=x: recipe has no parameter `sourc`; did you mean `source`?");
  EXPECT_EQ(refusal(text, {.sets = {"output.encoding=rwa"}}),
            "--set output.encoding=rwa: there is no encoding `rwa`; did you mean `raw`?");
  EXPECT_EQ(refusal(text, {.source = ""}), "--source : path must be a path, found \"\"");
}

}  // namespace
}  // namespace epochmill::recipe
