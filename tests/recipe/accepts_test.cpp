#include "recipe/accepts.hpp"

#include <gtest/gtest.h>

namespace epochmill::recipe {
namespace {

std::string words(ParamSpec spec) { return accepts(spec); }

TEST(Accepts, SaysTypeAndRangeOfOneValue) {
  EXPECT_EQ(words({.type = ParamType::kBool}), "true or false");
  EXPECT_EQ(words({.type = ParamType::kInteger}), "an integer");
  EXPECT_EQ(words({.type = ParamType::kInteger, .min = 1, .max = 1048576}),
            "an integer in [1, 1048576]");
  EXPECT_EQ(words({.type = ParamType::kReal, .min = 0}), "a number of at least 0");
  EXPECT_EQ(words({.type = ParamType::kReal, .max = 0.5}), "a number of at most 0.5");
  EXPECT_EQ(words({.type = ParamType::kString}), "a string");
  EXPECT_EQ(words({.type = ParamType::kString, .choices = {"a", "b"}}), "one of \"a\", \"b\"");
  EXPECT_EQ(words({.type = ParamType::kString, .choices = {"a"}}), "\"a\"");
  EXPECT_EQ(words({.type = ParamType::kString, .role = ParamRole::kLocation}), "a path");
  EXPECT_EQ(words({.type = ParamType::kBoolOrWord, .choices = {"strict"}}),
            "true, false or \"strict\"");
  EXPECT_EQ(words({.type = ParamType::kRealListOrWord,
                   .min = 0,
                   .min_items = 1,
                   .max_items = 3,
                   .choices = {"random"}}),
            "a number of at least 0 or a list of 1 to 3 of them, or \"random\"");
  EXPECT_EQ(words({.type = ParamType::kUnsigned}),
            "an integer in [0, 2^64-1], in quotes when it is above 2^63-1");
}

TEST(Accepts, SaysHowManyItemsAListHas) {
  EXPECT_EQ(
      words({.type = ParamType::kRealList, .min = 0, .max = 1, .min_items = 2, .max_items = 2}),
      "a list of 2 numbers in [0, 1]");
  EXPECT_EQ(words({.type = ParamType::kIntegerList, .min = 1, .min_items = 1, .max_items = 2}),
            "an integer of at least 1 or a list of 1 to 2 of them");
  EXPECT_EQ(words({.type = ParamType::kIntegerList, .min_items = 0}),
            "an integer or a list of them");
  EXPECT_EQ(words({.type = ParamType::kStringList, .min_items = 2, .choices = {"a", "b"}}),
            "a list of at least 2 strings of \"a\", \"b\"");
  EXPECT_EQ(words({.type = ParamType::kIntegerPairs, .min_items = 1, .max_items = 1}),
            "a list of 1 pair [a, b] of integers");
  EXPECT_EQ(words({.type = ParamType::kIntegerPairs, .min = 0, .min_items = 0}),
            "a list of pairs [a, b] of integers of at least 0");
}

}  // namespace
}  // namespace epochmill::recipe
