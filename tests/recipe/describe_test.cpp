#include "recipe/describe.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "test_vocabulary.hpp"

namespace epochmill::recipe {
namespace {

TEST(Describe, ShowsTypeRangeDefaultAndMeaningOfEveryParameter) {
  Schema schema = slice_schema();
  schema.notes = "First note.\n\nSecond note.";
  EXPECT_EQ(describe(schema),
            "slice\n"
            "  Cuts a box.\n"
            "\n"
            "  size    an integer in [1, 65535] or a list of 1 to 2 of them; required\n"
            "          height and width in pixels\n"
            "  scale   a list of 2 numbers in [0, 1]; default [0.08, 1]\n"
            "          share of the area\n"
            "  filter  one of \"nearest\", \"bilinear\", \"bicubic\"; default bilinear\n"
            "          how it resamples\n"
            "\n"
            "  First note.\n"
            "\n"
            "  Second note.\n");
}

TEST(Describe, SaysWhatMayBeLeftOut) {
  EXPECT_NE(describe(mirror_schema())
                .find("  swaps  a list of at least 1 pair [a, b] of integers of at least 0; "
                      "optional\n"),
            std::string::npos);
}

TEST(Describe, IsShortWithoutParameters) {
  EXPECT_EQ(describe({.name = "raw", .summary = "Plain."}), "raw\n  Plain.\n");
}

TEST(Describe, WrapsLongLinesAndKeepsLongWords) {
  Schema schema = mirror_schema();
  schema.params[0].meaning = std::string(100, 'w');
  for (int i = 0; i < 40; ++i) schema.notes += "some words ";
  std::istringstream lines(describe(schema));
  int wide = 0;
  for (std::string line; std::getline(lines, line);) wide += line.size() > 80 ? 1 : 0;
  EXPECT_EQ(wide, 1);
}

TEST(Describe, CoversTheRecipesOwnTables) {
  for (const Schema* schema :
       {&top_schema(), &source_schema(), &output_schema(), &streams_schema(), &augment_schema()}) {
    const std::string text = describe(*schema);
    for (const ParamSpec& spec : schema->params) {
      EXPECT_NE(text.find("\n  " + spec.name + " "), std::string::npos) << spec.name;
      EXPECT_FALSE(spec.meaning.empty()) << spec.name;
    }
  }
}

}  // namespace
}  // namespace epochmill::recipe
