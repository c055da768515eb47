#include "base/nearest_name.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace epochmill {
namespace {

const std::vector<std::string> kOps{"resize", "center_crop", "random_crop", "color_jitter",
                                    "erasing"};

TEST(NearestName, FindsTheNameOfATypingError) {
  EXPECT_EQ(nearest_name("resise", kOps), "resize");   // changed
  EXPECT_EQ(nearest_name("resiz", kOps), "resize");    // left out
  EXPECT_EQ(nearest_name("resizee", kOps), "resize");  // put in
  EXPECT_EQ(nearest_name("colour_jitter", kOps), "color_jitter");
  EXPECT_EQ(nearest_name("resize", kOps), "resize");
}

TEST(NearestName, CountsASwapOnce) {
  // Two swaps are two edits, the most for a short word; as four changes they would be too many.
  EXPECT_EQ(nearest_name("ersiez", std::vector<std::string>{"resize"}), "resize");
  EXPECT_EQ(nearest_name("ab", std::vector<std::string>{"bxx", "ba"}), "ba");
}

TEST(NearestName, GivesUpBeyondTwoEditsOrAThirdOfTheWord) {
  const std::vector<std::string> names{"abcdef", "abcdefghijkl"};
  EXPECT_EQ(nearest_name("abcdXY", names), "abcdef");
  EXPECT_EQ(nearest_name("abcXYZ", names), "");
  EXPECT_EQ(nearest_name("abcdefghWXYZ", names), "abcdefghijkl");
  EXPECT_EQ(nearest_name("abcdefgVWXYZ", names), "");
}

TEST(NearestName, TakesTheFirstOfEquallyNearNames) {
  EXPECT_EQ(nearest_name("cat", std::vector<std::string>{"bat", "rat"}), "bat");
  EXPECT_EQ(nearest_name("cat", std::vector<std::string>{"rat", "bat"}), "rat");
}

TEST(NearestName, PrefersTheNearestWhereverItStands) {
  EXPECT_EQ(nearest_name("crop", std::vector<std::string>{"drip", "crap", "crop"}), "crop");
}

TEST(NearestName, CopesWithNothing) {
  EXPECT_EQ(nearest_name("word", {}), "");
  EXPECT_EQ(nearest_name("", kOps), "");
  EXPECT_EQ(nearest_name("", std::vector<std::string>{"ab"}), "ab");
}

TEST(NameHint, ProposesTheNearestName) {
  EXPECT_EQ(name_hint("resise", kOps), "; did you mean `resize`?");
}

TEST(NameHint, ListsTheKnownNamesWhenNoneIsNear) {
  EXPECT_EQ(name_hint("zzzzzz", std::vector<std::string>{"a_name", "b_name"}),
            "; known: a_name, b_name");
}

}  // namespace
}  // namespace epochmill
