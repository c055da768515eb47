#include "source/picture_name.hpp"

#include <gtest/gtest.h>

namespace epochmill::source {
namespace {

TEST(PictureName, KnowsExtensionsInAnyCase) {
  for (const char* name :
       {"a.jpg", "A.JPG", "UPPER.JPEG", "dots.v1.2.jpg", "-n.Png", "x.heic", "x.tiff", "x.jfif"}) {
    EXPECT_TRUE(has_picture_extension(name)) << name;
  }
  for (const char* name : {"readme.txt", "jpg", "a.jpg.txt", "a.jpgx", "a.", "", "a.2019"}) {
    EXPECT_FALSE(has_picture_extension(name)) << name;
  }
}

TEST(PictureName, TellsNamesWithoutExtension) {
  EXPECT_TRUE(has_no_extension("noext"));
  EXPECT_TRUE(has_no_extension("ends in."));
  EXPECT_FALSE(has_no_extension("a.txt"));
}

TEST(PictureName, KnowsWhatWindowsLeaves) {
  EXPECT_TRUE(is_left_by_windows("Thumbs.db"));
  EXPECT_TRUE(is_left_by_windows("DESKTOP.INI"));
  EXPECT_FALSE(is_left_by_windows("thumbs.jpg"));
}

}  // namespace
}  // namespace epochmill::source
