#include "recipe/check_value.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "error_text.hpp"

namespace epochmill::recipe {
namespace {

std::string form(const std::string& toml, ParamSpec spec) {
  spec.name += 'x';
  return to_toml(check_value(parse_toml_value(toml, "o"), spec));
}

// The message for `x = TOML` in a file, so that columns count from 5.
std::string refusal(const std::string& toml, ParamSpec spec) {
  spec.name += 'x';
  return usage_text([&] { check_value(parse_toml("x = " + toml, "f").entries[0].value, spec); });
}

TEST(CheckValue, GivesEachTypeOneForm) {
  EXPECT_EQ(form("1", {.type = ParamType::kReal}), "1.0");
  EXPECT_EQ(form("-0.0", {.type = ParamType::kReal}), "0.0");
  EXPECT_EQ(form("1", {.type = ParamType::kRealList}), "[1.0]");
  EXPECT_EQ(form("[1, 2.5]", {.type = ParamType::kRealList}), "[1.0, 2.5]");
  EXPECT_EQ(form("7", {.type = ParamType::kIntegerList}), "[7]");
  EXPECT_EQ(form("word", {.type = ParamType::kStringList}), "[\"word\"]");
  EXPECT_EQ(form("[[0, 1], [2, 3]]", {.type = ParamType::kIntegerPairs}), "[[0, 1], [2, 3]]");
  EXPECT_EQ(form("strict", {.type = ParamType::kBoolOrWord, .choices = {"strict"}}), "\"strict\"");
  EXPECT_EQ(form("false", {.type = ParamType::kBoolOrWord, .choices = {"strict"}}), "false");
  const ParamSpec value{.type = ParamType::kRealListOrWord, .choices = {"random"}};
  EXPECT_EQ(form("random", value), "\"random\"");
  EXPECT_EQ(form("3", value), "[3.0]");
  EXPECT_EQ(form("[1, 2.5]", value), "[1.0, 2.5]");
}

TEST(CheckValue, ReadsUnsignedNumbersFromIntegersAndStrings) {
  const ParamSpec seed{.type = ParamType::kUnsigned};
  EXPECT_EQ(form("0", seed), "0");
  EXPECT_EQ(form("\"007\"", seed), "7");
  EXPECT_EQ(form("\"0xfF\"", seed), "255");
  EXPECT_EQ(form("9223372036854775807", seed), "9223372036854775807");
  EXPECT_EQ(form("\"9223372036854775807\"", seed), "9223372036854775807");
  EXPECT_EQ(form("\"9223372036854775808\"", seed), "\"9223372036854775808\"");
  EXPECT_EQ(form("\"0xFFFFFFFFFFFFFFFF\"", seed), "\"18446744073709551615\"");
  for (const char* bad : {"-1", "\"-1\"", "\"+1\"", "\"\"", "\"0x\"", "\"1 \"", "\"12a\"", "1.0",
                          "true", "\"18446744073709551616\"", "\"0x1FFFFFFFFFFFFFFFF\"", "[1]"}) {
    EXPECT_EQ(refusal(bad, seed),
              std::string("f:1:5: x must be an integer in [0, 2^64-1], in quotes when it is "
                          "above 2^63-1, found ") +
                  bad);
  }
}

TEST(CheckValue, RefusesNumbersOutOfRangeAndNoNumbersAtAll) {
  const ParamSpec p{.type = ParamType::kReal, .min = 0, .max = 1};
  EXPECT_EQ(form("0", p), "0.0");
  EXPECT_EQ(form("1", p), "1.0");
  for (const char* bad : {"1.5", "-0.1", "2", "nan", "inf", "-inf", "\"0.5\"", "true", "[0.5]"}) {
    EXPECT_EQ(refusal(bad, p), std::string("f:1:5: x must be a number in [0, 1], found ") + bad);
  }
  EXPECT_EQ(refusal("nan", {.type = ParamType::kReal}), "f:1:5: x must be a number, found nan");
  EXPECT_EQ(refusal("inf", {.type = ParamType::kReal}), "f:1:5: x must be a number, found inf");
  EXPECT_EQ(refusal("3.0", {.type = ParamType::kInteger}),
            "f:1:5: x must be an integer, found 3.0");
  EXPECT_EQ(refusal("{a = 1}", {.type = ParamType::kInteger}),
            "f:1:5: x must be an integer, found {a = 1}");
  EXPECT_EQ(refusal("1", {.type = ParamType::kBool}), "f:1:5: x must be true or false, found 1");
}

TEST(CheckValue, NamesTheItemOfAListAndItsColumn) {
  const ParamSpec list{
      .type = ParamType::kIntegerList, .min = 1, .max = 9, .min_items = 2, .max_items = 3};
  EXPECT_EQ(refusal("[5, 10]", list), "f:1:9: x[1] must be an integer in [1, 9], found 10");
  EXPECT_EQ(refusal("[5, 2.0]", list), "f:1:9: x[1] must be an integer in [1, 9], found 2.0");
  EXPECT_EQ(refusal("[5]", list),
            "f:1:5: x must be a list of 2 to 3 integers in [1, 9], found 1 item: [5]");
  EXPECT_EQ(refusal("5", list), "f:1:5: x must be a list of 2 to 3 integers in [1, 9], found 5");
  EXPECT_EQ(refusal("[1, 2, 3, 4]", list),
            "f:1:5: x must be a list of 2 to 3 integers in [1, 9], found 4 items: [1, 2, 3, 4]");
  EXPECT_EQ(refusal("10", {.type = ParamType::kIntegerList, .max = 9, .max_items = 2}),
            "f:1:5: x must be an integer of at most 9 or a list of 1 to 2 of them, found 10");
  EXPECT_EQ(refusal("[[1]]", {.type = ParamType::kRealList}),
            "f:1:6: x[0] must be a number, found [1]");
  EXPECT_EQ(refusal("[1]", {.type = ParamType::kStringList}),
            "f:1:6: x[0] must be a string, found 1");
  EXPECT_EQ(refusal("{a = 1}", {.type = ParamType::kStringList}),
            "f:1:5: x must be a string or a list of at least 1 of them, found {a = 1}");
}

TEST(CheckValue, ChecksPairsAsIntegersOfAnInt) {
  const ParamSpec pairs{.type = ParamType::kIntegerPairs, .min = 0};
  EXPECT_EQ(refusal("[[0, 1], [2]]", pairs),
            "f:1:14: x[1] must be a pair [a, b] of integers, found [2]");
  EXPECT_EQ(refusal("[[0, 1], 2]", pairs),
            "f:1:14: x[1] must be a pair [a, b] of integers, found 2");
  EXPECT_EQ(refusal("[[0, -1]]", pairs),
            "f:1:10: x[0][1] must be an integer in [0, 2147483647], found -1");
  EXPECT_EQ(refusal("[[0, 2147483648]]", pairs),
            "f:1:10: x[0][1] must be an integer in [0, 2147483647], found 2147483648");
  EXPECT_EQ(refusal("7", pairs),
            "f:1:5: x must be a list of at least 1 pair [a, b] of integers of at least 0, found 7");
}

TEST(CheckValue, OffersTheNearestChoice) {
  const ParamSpec word{.type = ParamType::kString, .choices = {"nearest", "bilinear"}};
  EXPECT_EQ(refusal("\"bilinera\"", word),
            "f:1:5: x must be one of \"nearest\", \"bilinear\", found \"bilinera\"; did you mean "
            "`bilinear`?");
  EXPECT_EQ(refusal("\"sinc\"", word),
            "f:1:5: x must be one of \"nearest\", \"bilinear\", found \"sinc\"");
  EXPECT_EQ(refusal("\"true\"", {.type = ParamType::kBoolOrWord, .choices = {"strict"}}),
            "f:1:5: x must be true, false or \"strict\", found \"true\"");
  const ParamSpec value{.type = ParamType::kRealListOrWord, .choices = {"random"}};
  EXPECT_EQ(refusal("\"randon\"", value),
            "f:1:5: x must be a number or a list of at least 1 of them, or \"random\", found "
            "\"randon\"; did you mean `random`?");
}

TEST(CheckValue, TakesOnlyTextThatTomlCanHold) {
  EXPECT_EQ(usage_text([] {
              check_value(parse_toml_value("\xff", "--set x"),
                          {.name = "x", .type = ParamType::kString});
            }),
            "--set x: x must be UTF-8 text");
}

TEST(CheckValue, TakesAnyPathThatAFileSystemTakes) {
  const ParamSpec path{.type = ParamType::kString, .role = ParamRole::kLocation};
  EXPECT_EQ(std::get<std::string>(check_value(parse_toml_value("\xff", "o"), path).data), "\xff");
  EXPECT_EQ(refusal("\"\"", path), "f:1:5: x must be a path, found \"\"");
  EXPECT_EQ(refusal("\"a\\u0000\"", path), "f:1:5: x must be a path, found \"a\\u0000\"");
}

}  // namespace
}  // namespace epochmill::recipe
