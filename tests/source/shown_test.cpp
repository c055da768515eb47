#include "source/shown.hpp"

#include <gtest/gtest.h>

namespace epochmill::source {
namespace {

TEST(Shown, KeepsPlainTextAndUtf8) { EXPECT_EQ(shown("caf\xC3\xA9.jpg"), "`caf\xC3\xA9.jpg`"); }

TEST(Shown, WritesWhatIsNoTextInHexadecimal) {
  EXPECT_EQ(shown("new\nline\x7F"), "`new\\x0Aline\\x7F`");
  EXPECT_EQ(shown("bad\xFF\xFE"), "`bad\\xFF\\xFE`");
}

TEST(Shown, CutsLongTextBetweenCharacters) {
  EXPECT_EQ(shown(std::string(300, 'x')), "`" + std::string(200, 'x') + "...`");
  std::string umlauts;
  for (int i = 0; i < 150; ++i) umlauts += "\xC3\xBC";
  EXPECT_EQ(shown("a" + umlauts), "`a" + umlauts.substr(0, 200) + "...`");
}

}  // namespace
}  // namespace epochmill::source
