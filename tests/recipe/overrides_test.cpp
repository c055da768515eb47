#include "recipe/overrides.hpp"

#include <gtest/gtest.h>

#include "error_text.hpp"

namespace epochmill::recipe {
namespace {

constexpr const char* kFile =
    "seed = 1\n[source]\nkind = \"a\"\n[[augment]]\nop = \"x\"\nsize = [1, 2]\n[[augment]]\nop = "
    "\"y\"\n";

Table with(const Overrides& overrides) {
  Table root = parse_toml(kFile, "f");
  apply_overrides(root, overrides);
  return root;
}

std::string text_with(const std::vector<std::string>& sets) {
  Table root = with({.sets = sets});
  return to_toml({std::move(root), {}});
}

std::string refusal(const std::string& set) {
  return usage_text([&] { with({.sets = {set}}); });
}

TEST(Overrides, ReplaceAndMakeKeysInTables) {
  EXPECT_EQ(
      text_with({"seed=7"}),
      "{seed = 7, source = {kind = \"a\"}, augment = [{op = \"x\", size = [1, 2]}, {op = \"y\"}]}");
  EXPECT_EQ(text_with({"source.exif=false", "output.shard_rows=64"}),
            "{seed = 1, source = {kind = \"a\", exif = false}, augment = [{op = \"x\", size = [1, "
            "2]}, {op = \"y\"}], "
            "output = {shard_rows = 64}}");
}

TEST(Overrides, ReachIntoArraysByIndex) {
  EXPECT_EQ(text_with({"augment.1.p=0.3", "augment.0.size.1=9"}),
            "{seed = 1, source = {kind = \"a\"}, augment = [{op = \"x\", size = [1, 9]}, {op = "
            "\"y\", p = 0.3}]}");
  EXPECT_EQ(text_with({"augment.0={op = \"z\"}"}),
            "{seed = 1, source = {kind = \"a\"}, augment = [{op = \"z\"}, {op = \"y\"}]}");
}

TEST(Overrides, ApplyInOrderAndTheNamedOptionsLast) {
  EXPECT_EQ(text_with({"seed=7", "seed=8", "augment=[]"}),
            "{seed = 8, source = {kind = \"a\"}, augment = []}");
  const Table root = with({.sets = {"source.path=/one"}, .source = "/two", .output = "3"});
  EXPECT_EQ(to_toml(*root.find("source")), "{kind = \"a\", path = \"/two\"}");
  // A path is text, whatever it looks like.
  EXPECT_EQ(to_toml(*root.find("output")), "{path = \"3\"}");
}

TEST(Overrides, KeepEverythingAfterTheFirstEqualsSign) {
  EXPECT_EQ(to_toml(*with({.sets = {"note=a=b"}}).find("note")), "\"a=b\"");
  EXPECT_EQ(to_toml(*with({.sets = {"note="}}).find("note")), "\"\"");
}

TEST(Overrides, LeaveTheOptionAsThePlace) {
  const Table root = with({.sets = {"seed=7", "streams.ranks=2"}, .source = "/s"});
  EXPECT_EQ(root.entries[0].where.text(), "--set seed=7");
  EXPECT_EQ(root.find("seed")->where.text(), "--set seed=7");
  const Table& streams = std::get<Table>(root.find("streams")->data);
  EXPECT_EQ(streams.where.text(), "--set streams.ranks=2");
  EXPECT_EQ(streams.entries[0].where.text(), "--set streams.ranks=2");
  EXPECT_EQ(std::get<Table>(root.find("source")->data).find("path")->where.text(), "--source /s");
  EXPECT_EQ(std::get<Table>(root.find("source")->data).where.text(), "f:2:1");
}

TEST(Overrides, RefuseItemsThatAreNotThere) {
  EXPECT_EQ(refusal("augment.2.p=1"),
            "--set augment.2.p=1: there is no item 2: `augment` has 2 items (the first is 0)");
  EXPECT_EQ(refusal("augment.0.size.2=1"),
            "--set augment.0.size.2=1: there is no item 2: `augment.0.size` has 2 items (the first "
            "is 0)");
  EXPECT_EQ(refusal("augment.99999999999999999999.p=1"),
            "--set augment.99999999999999999999.p=1: there is no item 99999999999999999999: "
            "`augment` has 2 items "
            "(the first is 0)");
  EXPECT_EQ(refusal("augment.1.size.0=1"),
            "--set augment.1.size.0=1: the recipe has no `augment.1.size`, so no item 0 of it; set "
            "the whole array");
  EXPECT_EQ(refusal("augment.x.p=1"),
            "--set augment.x.p=1: `augment` is an array, so a number must follow it, found `x`");
  EXPECT_EQ(refusal("augment.-1.p=1"),
            "--set augment.-1.p=1: `augment` is an array, so a number must follow it, found `-1`");
}

TEST(Overrides, RefuseToGoIntoWhatHasNoParts) {
  EXPECT_EQ(refusal("seed.low=1"), "--set seed.low=1: `seed` is an integer, which has no `low`");
  EXPECT_EQ(usage_text([] {
              Table root = parse_toml("source = 3\n", "f");
              apply_overrides(root, {.source = "/s"});
            }),
            "--source /s: `source` is an integer, which has no `path`");
}

TEST(Overrides, RefuseWhatIsNotKeyAndValue) {
  EXPECT_EQ(refusal("seed"), "--set seed: expected KEY=VALUE, such as augment.0.p=0.3");
  EXPECT_EQ(refusal("=1"), "--set =1: expected a key of names with one dot between them, found ``");
  EXPECT_EQ(refusal("a..b=1"),
            "--set a..b=1: expected a key of names with one dot between them, found `a..b`");
  EXPECT_EQ(refusal("a.=1"),
            "--set a.=1: expected a key of names with one dot between them, found `a.`");
  std::string deep = "a";
  for (int i = 0; i < 100000; ++i) deep += ".a";
  const std::string error = refusal(deep + "=1");
  EXPECT_NE(error.find("...: the key has 100001 parts; a recipe needs 15 at most"),
            std::string::npos);
  EXPECT_LT(error.size(), 200U);
}

}  // namespace
}  // namespace epochmill::recipe
