// Ops that are written around others: [[augment.ops]].
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_text.hpp"
#include "recipe/describe.hpp"
#include "recipe/recipe.hpp"
#include "test_vocabulary.hpp"

namespace epochmill::recipe {
namespace {

using testing::HasSubstr;

Vocabulary with_wrapper() {
  Vocabulary words = test_vocabulary();
  Schema wrap = mirror_schema();
  wrap.name = "wrap";
  wrap.takes_ops = true;
  words.ops.push_back(wrap);
  return words;
}

constexpr const char* kTop =
    "seed = 7\n[source]\nkind = \"made_up\"\n[output]\npath = \"out\"\nshard_rows = 8\n";

Recipe parse(const std::string& augments, const Overrides& overrides = {}) {
  return parse_recipe(kTop + augments, "/r/r.toml", overrides, with_wrapper());
}

constexpr const char* kNested =
    "[[augment]]\nop = \"mirror\"\n"
    "[[augment]]\nop = \"wrap\"\np = 0.25\n"
    "  [[augment.ops]]\n  op = \"mirror\"\n  enabled = false\n"
    "  [[augment.ops]]\n  op = \"wrap\"\n"
    "    [[augment.ops.ops]]\n    op = \"mirror\"\n    stream = 9\n"
    "[[augment]]\nop = \"mirror\"\n";

TEST(NestedOps, CountAsOccurrencesInTheOrderOfTheFile) {
  const Recipe recipe = parse(kNested);
  std::vector<std::pair<std::string, int>> found;
  for (const Augment* augment : all_augments(recipe.augments)) {
    found.emplace_back(augment->op, augment->occurrence);
  }
  EXPECT_EQ(
      found,
      (std::vector<std::pair<std::string, int>>{
          {"mirror", 0}, {"wrap", 0}, {"mirror", 1}, {"wrap", 1}, {"mirror", 2}, {"mirror", 3}}));
  EXPECT_EQ(recipe.augments[1].ops[1].ops[0].stream, 9);
  EXPECT_EQ(recipe.augments[1].ops[1].ops[0].where.text(), "/r/r.toml:17:5");
  EXPECT_EQ(enabled_augments(recipe.augments).size(), 5U);
}

TEST(NestedOps, OfADisabledOneAreNotEnabled) {
  const Recipe recipe = parse(kNested, {.sets = {"augment.1.enabled=false"}});
  EXPECT_EQ(enabled_augments(recipe.augments).size(), 2U);
  EXPECT_EQ(all_augments(recipe.augments).size(), 6U);
}

TEST(NestedOps, AreInTheCanonicalTextWhichReadsBack) {
  const std::string text = canonical_text(parse(kNested));
  EXPECT_THAT(text, HasSubstr("\n[[augment]]\nop = \"wrap\"\np = 0.25\n"
                              "\n[[augment.ops]]\nop = \"mirror\"\nenabled = false\np = 0.5\n"
                              "\n[[augment.ops]]\nop = \"wrap\"\np = 0.5\n"
                              "\n[[augment.ops.ops]]\nop = \"mirror\"\nstream = 9\np = 0.5\n"
                              "\n[[augment]]\nop = \"mirror\"\np = 0.5\n"));
  EXPECT_EQ(canonical_text(parse_canonical(text, "shard", with_wrapper())), text);
}

TEST(NestedOps, CanBeWrittenInOneLine) {
  const std::string inline_text =
      "[[augment]]\nop = \"wrap\"\nops = [{op = \"mirror\", p = 1}, {op = \"mirror\"}]\n";
  const std::string tables =
      "[[augment]]\nop = \"wrap\"\n[[augment.ops]]\nop = \"mirror\"\np = 1.0\n"
      "[[augment.ops]]\nop = \"mirror\"\n";
  EXPECT_EQ(canonical_text(parse(inline_text)), canonical_text(parse(tables)));
}

TEST(NestedOps, AreSetFromTheCommandLine) {
  const Recipe recipe =
      parse(kNested, {.sets = {"augment.1.ops.0.p=0.75", "augment.1.ops.1.ops.0.enabled=false"}});
  EXPECT_EQ(recipe.augments[1].ops[0].params.real("p"), 0.75);
  EXPECT_FALSE(recipe.augments[1].ops[1].ops[0].is_enabled);
  EXPECT_THAT(usage_text([] { parse(kNested, {.sets = {"augment.1.ops.7.p=0.3"}}); }),
              HasSubstr("there is no item 7: `augment.1.ops` has 2 items"));
}

std::string error_of(const std::string& augments) {
  return usage_text([&] { parse(augments); });
}

TEST(NestedOps, AreRefusedWithPlaceAndReason) {
  EXPECT_THAT(error_of("[[augment]]\nop = \"wrap\"\n"),
              HasSubstr("/r/r.toml:7:1: wrap has no ops inside it; write at least one "
                        "[[augment.ops]] table under it"));
  EXPECT_THAT(error_of("[[augment]]\nop = \"wrap\"\nops = []\n"), HasSubstr("no ops inside it"));
  EXPECT_THAT(error_of("[[augment]]\nop = \"mirror\"\n[[augment.ops]]\nop = \"slice\"\n"),
              HasSubstr("mirror takes no ops inside it; those that do: wrap"));
  EXPECT_THAT(error_of("[[augment]]\nop = \"wrap\"\nops = 3\n"),
              HasSubstr("augment.ops must be an array of tables, [[augment.ops]], found 3"));
  EXPECT_THAT(error_of("[[augment]]\nop = \"wrap\"\nops = [3]\n"),
              HasSubstr("each item of augment.ops must be a table"));
  EXPECT_THAT(error_of("[[augment]]\nop = \"wrap\"\n[[augment.ops]]\nop = \"miror\"\n"),
              HasSubstr("/r/r.toml:10:6: there is no op `miror`; did you mean `mirror`?"));
  EXPECT_THAT(error_of("[[augment]]\nop = \"wrap\"\n[[augment.ops]]\nop = \"mirror\"\nq = 1\n"),
              HasSubstr("/r/r.toml:11:1: mirror has no parameter `q`"));
  EXPECT_THAT(error_of("[[augment]]\nop = \"wrap\"\n[[augment.opps]]\nop = \"mirror\"\n"),
              HasSubstr("did you mean `ops`?"));
}

TEST(NestedOps, AreAtMostSixDeep) {
  const auto nested = [](int depth) {
    std::string text = "[[augment]]\nop = \"wrap\"\n";
    std::string name = "augment";
    for (int i = 1; i <= depth; ++i) {
      name += ".ops";
      text += "[[" + name + "]]\nop = \"" + (i == depth ? "mirror" : "wrap") + "\"\n";
    }
    return text;
  };
  const std::string text = canonical_text(parse(nested(6)));
  EXPECT_EQ(canonical_text(parse_canonical(text, "shard", with_wrapper())), text);
  EXPECT_THAT(error_of(nested(7)), HasSubstr("ops stand more than 6 deep inside each other"));
}

TEST(NestedOps, AreDescribed) {
  EXPECT_THAT(describe(with_wrapper().ops.back()), HasSubstr("[[augment.ops]]"));
  EXPECT_THAT(describe(mirror_schema()), testing::Not(HasSubstr("[[augment.ops]]")));
  EXPECT_THAT(describe(augment_schema()), HasSubstr("[[augment.ops]]"));
}

TEST(ParseAugments, ReadsThemAlone) {
  const std::vector<Augment> augments = parse_augments(kNested, "r.toml", with_wrapper());
  EXPECT_EQ(augments.size(), 3U);
  EXPECT_TRUE(parse_augments("seed = 3\n", "r.toml", with_wrapper()).empty());
}

}  // namespace
}  // namespace epochmill::recipe
