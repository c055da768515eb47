#include <gtest/gtest.h>

#include "error_text.hpp"
#include "lcg.hpp"
#include "recipe/nesting.hpp"
#include "recipe/value.hpp"

namespace epochmill::recipe {
namespace {

std::string error_of(const std::string& text) {
  return usage_text([&] { parse_toml(text, "r.toml"); });
}

TEST(ParseToml, KeepsTheOrderOfTheFile) {
  const Table table = parse_toml("zebra = 1\napple = 2\n[mango]\nb = 1\na = 2\n", "r.toml");
  ASSERT_EQ(table.entries.size(), 3U);
  EXPECT_EQ(table.entries[0].key, "zebra");
  EXPECT_EQ(table.entries[1].key, "apple");
  EXPECT_EQ(table.entries[2].key, "mango");
  EXPECT_EQ(std::get<Table>(table.entries[2].value.data).entries[0].key, "b");
}

TEST(ParseToml, KnowsWhereEachThingStands) {
  const Table table =
      parse_toml("\n  size = [1,\n    22]\n[[augment]]\nop = \"x\"\n  [[augment]]\n", "r.toml");
  EXPECT_EQ(table.where.text(), "r.toml:1:1");
  EXPECT_EQ(table.entries[0].where.text(), "r.toml:2:3");
  EXPECT_EQ(table.entries[0].value.where.text(), "r.toml:2:10");
  EXPECT_EQ(std::get<Array>(table.entries[0].value.data)[1].where.text(), "r.toml:3:5");
  const Array& augment = std::get<Array>(table.find("augment")->data);
  EXPECT_EQ(std::get<Table>(augment[0].data).where.text(), "r.toml:4:1");
  EXPECT_EQ(std::get<Table>(augment[1].data).where.text(), "r.toml:6:3");
}

TEST(ParseToml, ReadsEveryType) {
  const Table table =
      parse_toml("a = true\nb = 0x10\nc = 1e3\nd = '\\'\ne = []\nf = {g = 1}\nh.i = 2\n", "r.toml");
  EXPECT_EQ(std::get<bool>(table.find("a")->data), true);
  EXPECT_EQ(std::get<std::int64_t>(table.find("b")->data), 16);
  EXPECT_EQ(std::get<double>(table.find("c")->data), 1000.0);
  EXPECT_EQ(std::get<std::string>(table.find("d")->data), "\\");
  EXPECT_TRUE(std::get<Array>(table.find("e")->data).empty());
  EXPECT_NE(std::get<Table>(table.find("f")->data).find("g"), nullptr);
  EXPECT_NE(std::get<Table>(table.find("h")->data).find("i"), nullptr);
  EXPECT_EQ(table.find("nothing"), nullptr);
}

TEST(ParseToml, TakesEmptyTextWindowsLinesAndByteOrderMark) {
  EXPECT_TRUE(parse_toml("", "r.toml").entries.empty());
  EXPECT_TRUE(parse_toml("# only a comment", "r.toml").entries.empty());
  EXPECT_EQ(parse_toml("a = 1\r\nb = 2\r\n", "r.toml").entries[1].where.text(), "r.toml:2:1");
  EXPECT_EQ(parse_toml("\xEF\xBB\xBF"
                       "a = 1\n",
                       "r.toml")
                .entries.size(),
            1U);
}

TEST(ParseToml, SaysWhereTheSyntaxIsWrong) {
  EXPECT_EQ(error_of("a = 1\nb = \n"),
            "r.toml:2:5: not TOML: Error while parsing key-value pair: expected value, saw '\\n'");
  EXPECT_EQ(error_of("a = 1\na = 2\n").substr(0, 22), "r.toml:2:5: not TOML: ");
  EXPECT_NE(error_of("a = 1\na = 2\n").find("cannot redefine existing integer 'a'"),
            std::string::npos);
  EXPECT_NE(error_of("[a]\n[a]\n").find("r.toml:2:1: not TOML: "), std::string::npos);
  EXPECT_NE(error_of("a = 9223372036854775808\n").find("r.toml:1:"), std::string::npos);
  EXPECT_NE(error_of("a = 1e999\n").find("r.toml:1:"), std::string::npos);
  EXPECT_NE(error_of("a = \"open\n").find("r.toml:1:"), std::string::npos);
}

TEST(ParseToml, RefusesDates) {
  EXPECT_EQ(error_of("a = 2026-11-29\n"),
            "r.toml:1:5: a recipe has no dates or times, found 2026-11-29; if it is text, put it "
            "in quotes");
  EXPECT_NE(error_of("a = [07:32:00]\n").find("r.toml:1:6: a recipe has no dates"),
            std::string::npos);
  EXPECT_NE(error_of("a = 1979-05-27T07:32:00Z\n").find("found 1979-05-27T07:32:00Z"),
            std::string::npos);
}

TEST(ParseToml, RefusesBinaryGarbageWithAPrintableUsageError) {
  Lcg lcg(2);
  for (int round = 0; round < 3000; ++round) {
    std::string text = round % 3 == 0 ? "" : round % 3 == 1 ? "a = " : "[[b]]\nc = \"";
    const std::uint32_t size = 1 + lcg.below(200);
    for (std::uint32_t i = 0; i < size; ++i) text += static_cast<char>(lcg.below(256));
    const std::string error = error_of(text);
    ASSERT_EQ(error.find("another kind"), std::string::npos) << error;
    for (const char c : error) ASSERT_GE(static_cast<unsigned char>(c), 0x20) << error;
  }
  EXPECT_NE(error_of(std::string("\x89HDF\r\n\x1a\n\0\0", 10)).find("r.toml:1:1"),
            std::string::npos);
}

TEST(ParseToml, NeverRunsOutOfStack) {
  constexpr std::size_t kMany = 1U << 20;
  EXPECT_EQ(error_of("a = " + std::string(kMany, '[')),
            "r.toml:1:69: brackets are nested more than 64 deep; a recipe needs 16 at most");
  std::string braces = "a = ";
  std::string dotted = "a";
  std::string quoted = "['a'";
  for (std::size_t i = 0; i < kMany / 4; ++i) {
    braces += "{b=";
    dotted += ".a";
    quoted += " . \"a\"";
  }
  EXPECT_EQ(error_of("\n" + braces),
            "r.toml:2:197: brackets are nested more than 64 deep; a recipe needs 16 at most");
  EXPECT_EQ(error_of(dotted + " = 1"),
            "r.toml:1:32: a dotted key has more than 16 parts; a recipe needs 7 at most");
  EXPECT_NE(error_of(quoted + "]").find("more than 16 parts"), std::string::npos);
}

TEST(ParseToml, TakesTheDeepestNestingThatItAllows) {
  const std::string key = "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a";  // 16 parts
  std::string text;
  for (int i = 0; i < 64; ++i) text += "{" + key + " = ";
  text = key + " = " + text + "1" + std::string(64, '}');
  EXPECT_EQ(error_of(text), "no error");
}

TEST(CheckNesting, DoesNotCountWhatIsInStringsAndComments) {
  const std::string dots(100, '.');
  const std::string brackets(100, '[');
  const std::string all = dots + brackets;
  EXPECT_EQ(error_of("a = \"\\\"" + all + "\" # " + all + "\nb = '" + all + "'\n"), "no error");
  EXPECT_EQ(error_of("a = \"\"\"\n\"" + all + "\\\"\"\" " + all + "\"\"\"\"\"\nb = '''" + all +
                     "\n''''\nc = 1\n"),
            "no error");
  EXPECT_EQ(error_of("a = \"\"\nb = ''\nc = '" + all + "'\n"), "no error");
  std::string floats = "a = [0.5";
  for (int i = 0; i < 100; ++i) floats += ", 0.5";
  EXPECT_EQ(error_of(floats + "]\n"), "no error");
}

TEST(ParseTomlValue, ReadsTomlAndTakesTheRestAsABareString) {
  const auto data = [](const std::string& text) { return to_toml(parse_toml_value(text, "o")); };
  EXPECT_EQ(data("0.3"), "0.3");
  EXPECT_EQ(data("3"), "3");
  EXPECT_EQ(data("true"), "true");
  EXPECT_EQ(data("[1, 2]"), "[1, 2]");
  EXPECT_EQ(data("\"3\""), "\"3\"");
  EXPECT_EQ(data("{a = 1}"), "{a = 1}");
  EXPECT_EQ(data("raw"), "\"raw\"");
  EXPECT_EQ(data("/data/x y"), "\"/data/x y\"");
  EXPECT_EQ(data("[1, 2"), "\"[1, 2\"");
  EXPECT_EQ(data(""), "\"\"");
  EXPECT_EQ(data("2026-11-29"), "\"2026-11-29\"");
  EXPECT_EQ(data("1\nb = 2"), "\"1\\nb = 2\"");
  EXPECT_EQ(data("18446744073709551615"), "\"18446744073709551615\"");
}

TEST(ParseTomlValue, HasTheOptionAsItsPlace) {
  const Value value = parse_toml_value("[1, {a = 2}]", "--set x=...");
  EXPECT_EQ(value.where.text(), "--set x=...");
  const Array& array = std::get<Array>(value.data);
  EXPECT_EQ(array[0].where.text(), "--set x=...");
  const Table& table = std::get<Table>(array[1].data);
  EXPECT_EQ(table.where.text(), "--set x=...");
  EXPECT_EQ(table.entries[0].where.text(), "--set x=...");
  EXPECT_EQ(table.entries[0].value.where.text(), "--set x=...");
}

}  // namespace
}  // namespace epochmill::recipe
