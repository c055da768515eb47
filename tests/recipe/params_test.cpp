#include "recipe/params.hpp"

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "test_vocabulary.hpp"

namespace epochmill::recipe {
namespace {

Params checked(const std::string& toml, const Schema& schema) {
  return check_params(parse_toml(toml, "f"), schema, {"op", "stream"});
}

std::string refusal(const std::string& toml, const Schema& schema) {
  return usage_text([&] { checked(toml, schema); });
}

TEST(CheckParams, FillsInDefaultsAndReadsEveryType) {
  const Params slice = checked("op = \"slice\"\nsize = 7\nfilter = \"nearest\"\n", slice_schema());
  EXPECT_EQ(slice.integers("size"), std::vector<std::int64_t>{7});
  EXPECT_EQ(slice.reals("scale"), (std::vector<double>{0.08, 1.0}));
  EXPECT_EQ(slice.text("filter"), "nearest");
  const Params mirror = checked("swaps = [[0, 1], [5, 4]]\n", mirror_schema());
  EXPECT_EQ(mirror.real("p"), 0.5);
  EXPECT_EQ(mirror.pairs("swaps"), (std::vector<std::pair<int, int>>{{0, 1}, {5, 4}}));
  const Params stir = checked("labels = [\"a\", \"b\"]\nclamp = true\nturns = 12\n", stir_schema());
  EXPECT_EQ(stir.texts("labels"), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(stir.flag("clamp"));
  EXPECT_EQ(stir.integer("turns"), 12);
  EXPECT_EQ(stir.real("gain"), 1.0);
}

TEST(CheckParams, LeavesOutWhatHasNoDefaultAndIsNotRequired) {
  const Params stir = checked("", stir_schema());
  EXPECT_FALSE(stir.has("note"));
  EXPECT_TRUE(stir.has("gain"));
  EXPECT_TRUE(stir.texts("labels").empty());
  EXPECT_TRUE(checked("note = \"\"\n", stir_schema()).has("note"));
}

TEST(CheckParams, NamesAnUnknownKeyAndTheNearestOne) {
  EXPECT_EQ(refusal("size = 3\n  sclae = [0, 1]\n", slice_schema()),
            "f:2:3: slice has no parameter `sclae`; did you mean `scale`?");
  EXPECT_EQ(refusal("size = 3\nsteam = 4\n", slice_schema()),
            "f:2:1: slice has no parameter `steam`; did you mean `stream`?");
  EXPECT_EQ(
      refusal("size = 3\ncompletely_else = 4\n", slice_schema()),
      "f:2:1: slice has no parameter `completely_else`; known: size, scale, filter, op, stream");
  EXPECT_EQ(usage_text([] {
              check_params(parse_toml("a = 1", "f"), {.name = "none", .summary = "", .params = {}},
                           {});
            }),
            "f:1:1: none has no parameter `a`");
}

TEST(CheckParams, CutsAnEndlessKey) {
  const std::string error = refusal(std::string(1U << 20, 'k') + " = 1\n", slice_schema());
  EXPECT_LT(error.size(), 300U);
}

TEST(CheckParams, NamesWhatIsMissingAndWhatItMeans) {
  EXPECT_EQ(refusal("", slice_schema()), "f:1:1: slice needs `size`: height and width in pixels");
}

TEST(CheckParams, ReportsWhatIsWrittenBeforeWhatIsMissing) {
  EXPECT_EQ(refusal("scale = [0, 2]\nfilter = 3\n", slice_schema()),
            "f:1:13: scale[1] must be a number in [0, 1], found 2");
}

TEST(CheckParams, ReportsASchemaThatRefusesItsOwnDefaultAsOurFault) {
  const Schema schema{.name = "bad",
                      .summary = "",
                      .params = {{.name = "p", .default_value = "2", .meaning = "", .max = 1}}};
  EXPECT_EQ(internal_text([&] { checked("", schema); }),
            "the schema of bad refuses its own default: default: p must be a number of at most 1, "
            "found 2");
}

TEST(Params, KnowsWhereAParameterWasWritten) {
  const Params params = checked("size = 3\nscale = [0.5, 1]\n", slice_schema());
  EXPECT_EQ(params.where("scale").text(), "f:2:9");
  EXPECT_EQ(params.where("filter").text(), "f:1:1");  // a default: the table's own place
}

TEST(Params, RefuseNamesAndTypesThatTheSchemaDoesNotHave) {
  const Params params = checked("size = 3\n", slice_schema());
  EXPECT_EQ(internal_text([&] { params.real("p"); }), "there is no parameter p");
  EXPECT_EQ(internal_text([&] { params.has("p"); }), "there is no parameter p");
  EXPECT_EQ(internal_text([&] { params.where("p"); }), "there is no parameter p");
  const std::string other = "was asked for as another type than it has";
  EXPECT_EQ(internal_text([&] { params.real("size"); }), "parameter size " + other);
  EXPECT_EQ(internal_text([&] { params.reals("size"); }), "parameter size " + other);
  EXPECT_EQ(internal_text([&] { params.flag("filter"); }), "parameter filter " + other);
  EXPECT_EQ(internal_text([&] { params.text("size"); }), "parameter size " + other);
  EXPECT_EQ(internal_text([&] { params.texts("scale"); }), "parameter scale " + other);
  EXPECT_EQ(internal_text([&] { params.unsigned_integer("filter"); }), "parameter filter " + other);
  const Params stir = checked("", stir_schema());
  EXPECT_EQ(internal_text([&] { stir.text("note"); }), "parameter note has no value");
  EXPECT_EQ(internal_text([&] { stir.integer("gain"); }), "parameter gain " + other);
  EXPECT_EQ(internal_text([&] { stir.text("clamp"); }), "parameter clamp " + other);
  EXPECT_EQ(internal_text([] { Params().flag("x"); }), "there is no parameter x");
}

TEST(Params, GiveUnsignedNumbersAndSwitchesWithWords) {
  const Schema schema{
      .name = "s",
      .summary = "",
      .params = {
          {.name = "seed", .type = ParamType::kUnsigned, .default_value = "5", .meaning = ""},
          {.name = "mode",
           .type = ParamType::kBoolOrWord,
           .default_value = "true",
           .meaning = "",
           .choices = {"strict"}},
          {.name = "value",
           .type = ParamType::kRealListOrWord,
           .default_value = "0",
           .meaning = "",
           .choices = {"random"}}}};
  EXPECT_FALSE(checked("", schema).is_word("value"));
  EXPECT_EQ(checked("value = [1, 2]\n", schema).reals("value"), (std::vector<double>{1, 2}));
  EXPECT_TRUE(checked("value = \"random\"\n", schema).is_word("value"));
  EXPECT_EQ(checked("value = \"random\"\n", schema).text("value"), "random");
  EXPECT_EQ(checked("", schema).unsigned_integer("seed"), 5U);
  EXPECT_EQ(checked("seed = \"18446744073709551615\"\n", schema).unsigned_integer("seed"),
            ~std::uint64_t{0});
  EXPECT_EQ(checked("", schema).text("mode"), "true");
  EXPECT_EQ(checked("mode = false\n", schema).text("mode"), "false");
  EXPECT_EQ(checked("mode = \"strict\"\n", schema).text("mode"), "strict");
}

TEST(Params, CanonicalTextIsTheSchemasOrderWithDefaultsAndWithoutLocations) {
  EXPECT_EQ(checked("gain = 2\nnote = \"a\\nb\"\ntable = \"/x\"\n", stir_schema()).canonical_text(),
            "labels = []\nnote = \"a\\nb\"\ngain = 2.0\nturns = -3\nclamp = false\n");
}

TEST(Params, LocationsBecomeAbsoluteAndNormal) {
  const auto table_in = [](const std::string& written) {
    return checked("table = \"" + written + "\"\n", stir_schema())
        .with_locations_in("/recipes/a")
        .text("table");
  };
  EXPECT_EQ(table_in("t.bin"), "/recipes/a/t.bin");
  EXPECT_EQ(table_in("../b/./t.bin"), "/recipes/b/t.bin");
  EXPECT_EQ(table_in("/data//train/"), "/data/train");
  EXPECT_EQ(table_in("."), "/recipes/a");
  EXPECT_EQ(table_in(".."), "/recipes");
  EXPECT_EQ(table_in("/"), "/");
  EXPECT_FALSE(checked("", stir_schema()).with_locations_in("/x").has("table"));
}

TEST(Params, LocationsOfTheCommandLineStartInTheWorkingFolder) {
  const Location option{"--set table=t.bin", 0, 0};
  const Table table{{{"table", option, {std::string("t.bin"), option}}}, {"f", 1, 1}};
  const Params params = check_params(table, stir_schema(), {}).with_locations_in("/recipes");
  EXPECT_EQ(params.text("table"), (std::filesystem::current_path() / "t.bin").string());
}

TEST(Params, DefaultAndListedLocationsStartInTheRecipesFolder) {
  const Schema schema{.name = "s",
                      .summary = "",
                      .params = {{.name = "one",
                                  .type = ParamType::kString,
                                  .default_value = "here.csv",
                                  .meaning = "",
                                  .role = ParamRole::kLocation},
                                 {.name = "many",
                                  .type = ParamType::kStringList,
                                  .default_value = "",
                                  .meaning = "",
                                  .role = ParamRole::kLocation}}};
  const Params params = checked("many = [\"a\", \"/b\"]\n", schema).with_locations_in("/recipes");
  EXPECT_EQ(params.text("one"), "/recipes/here.csv");
  EXPECT_EQ(params.texts("many"), (std::vector<std::string>{"/recipes/a", "/b"}));
  EXPECT_EQ(params.canonical_text(), "");
}

}  // namespace
}  // namespace epochmill::recipe
