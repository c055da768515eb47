#include "recipe/utf8.hpp"

#include <gtest/gtest.h>

#include <string>

namespace epochmill::recipe {
namespace {

TEST(IsUtf8, TakesTheFirstAndLastCharacterOfEachLength) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8(std::string_view("\0\x7f", 2)));
  EXPECT_TRUE(is_utf8("\xC2\x80 \xDF\xBF"));
  EXPECT_TRUE(is_utf8("\xE0\xA0\x80 \xED\x9F\xBF \xEE\x80\x80 \xEF\xBF\xBF"));
  EXPECT_TRUE(is_utf8("\xF0\x90\x80\x80 \xF4\x8F\xBF\xBF"));
}

TEST(IsUtf8, RefusesOverlongFormsSurrogatesAndWhatIsTooLarge) {
  EXPECT_FALSE(is_utf8("\xC0\x80"));
  EXPECT_FALSE(is_utf8("\xC1\xBF"));
  EXPECT_FALSE(is_utf8("\xE0\x9F\xBF"));
  EXPECT_FALSE(is_utf8("\xF0\x8F\xBF\xBF"));
  EXPECT_FALSE(is_utf8("\xED\xA0\x80"));
  EXPECT_FALSE(is_utf8("\xED\xBF\xBF"));
  EXPECT_FALSE(is_utf8("\xF4\x90\x80\x80"));
  EXPECT_FALSE(is_utf8("\xF8\x88\x80\x80\x80"));
}

TEST(IsUtf8, RefusesStrayAndMissingBytes) {
  EXPECT_FALSE(is_utf8("a\x80"));
  EXPECT_FALSE(is_utf8("\xE2\x82"));
  EXPECT_FALSE(is_utf8("\xE2\x82x"));
  EXPECT_FALSE(is_utf8("\xff"));
}

}  // namespace
}  // namespace epochmill::recipe
