#include "source/tar_pattern.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TarPattern, ExpandsRangesListsAndTheirProducts) {
  EXPECT_THAT(expand_braces("plain"), ElementsAre("plain"));
  EXPECT_THAT(expand_braces("t-{008..010}.tar"),
              ElementsAre("t-008.tar", "t-009.tar", "t-010.tar"));
  EXPECT_THAT(expand_braces("{9..11}"), ElementsAre("9", "10", "11"));
  EXPECT_THAT(expand_braces("{a,b}/{0..1}"), ElementsAre("a/0", "a/1", "b/0", "b/1"));
  EXPECT_THAT(expand_braces("x{}"), ElementsAre("x"));
}

TEST(TarPattern, RefusesBracesThatAreNone) {
  for (const char* pattern : {"{", "}", "a}b{", "{a{b}", "{a,{b}}", "{1..}", "{2..1}", "{a..c}",
                              "{-1..1}", "{0..9999999999999999999}"}) {
    message_of(ErrorKind::kInput, [&] { expand_braces(pattern); });
  }
}

TEST(TarPattern, CountsBeforeItExpands) {
  EXPECT_THAT(message_of(ErrorKind::kInput, [] { expand_braces("{0..999999999999}"); }),
              HasSubstr("more than 1000000"));
  message_of(ErrorKind::kInput, [] { expand_braces("{0..9999}{0..9999}"); });
}

TEST(TarPattern, MatchesAsShellsDo) {
  EXPECT_TRUE(matches("*.tar", "a.tar"));
  EXPECT_TRUE(matches("*", "a"));
  EXPECT_TRUE(matches("a*b*c", "aXbbYbZc"));
  EXPECT_TRUE(matches("t-??.tar", "t-07.tar"));
  EXPECT_TRUE(matches("a**", "a"));
  EXPECT_TRUE(matches(".*", ".a"));
  EXPECT_FALSE(matches("*.tar", "a.tar.gz"));
  EXPECT_FALSE(matches("t-??.tar", "t-7.tar"));
  EXPECT_FALSE(matches("*", ".hidden"));
  EXPECT_FALSE(matches("a*b", "acbd"));
  EXPECT_FALSE(matches("", "a"));
}

TEST(TarPattern, FindsFilesSortedAndOnce) {
  const TempFolder folder;
  for (const char* name : {"v/b.tar", "v/a.tar", "w/c.tar", "w/c.txt"}) folder.write(name);
  const TarFiles files = find_tars((folder / "{w,v}/*.tar").native());
  EXPECT_EQ(files.root, folder.path().native() + "/");
  EXPECT_THAT(files.names, ElementsAre("v/a.tar", "v/b.tar", "w/c.tar"));
  EXPECT_THAT(find_tars((folder / "v/{a,a,b}.tar").native()).names, ElementsAre("a.tar", "b.tar"));
}

TEST(TarPattern, TakesAFileThatHasAPatternsVeryName) {
  const TempFolder folder;
  folder.write("{0..1}*.tar");
  EXPECT_THAT(find_tars((folder / "{0..1}*.tar").native()).names, ElementsAre("{0..1}*.tar"));
}

TEST(TarPattern, RefusesWhatIsNotThere) {
  const TempFolder folder;
  folder.write("t-0.tar");
  folder.make_folder("f.tar");
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { find_tars((folder / "t-{0..2}.tar").native()); }),
              HasSubstr("t-1.tar"));
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { find_tars((folder / "x*.tar").native()); }),
              HasSubstr("no file"));
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { find_tars(folder.path().native()); }),
              HasSubstr("FOLDER/*.tar"));
  message_of(ErrorKind::kInput, [&] { find_tars((folder / "f*.tar").native()); });
  message_of(ErrorKind::kInput, [&] { find_tars((folder / "*/t-0.tar").native()); });
}

}  // namespace
}  // namespace epochmill::source
