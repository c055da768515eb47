#include "source/csv_paths.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(CsvPaths, StayBelowTheRootAsTheyAreWritten) {
  for (const char* path :
       {"a.jpg", "a/b.jpg", "./a", "a/../b", "a/./../b", "..a/b", "a//../b", "a/b/../../c"}) {
    EXPECT_NO_THROW(refuse_leaving(path)) << path;
  }
  for (const char* path :
       {"/a.jpg", "..", "../a", "a/../../b", "./../a", "a//../../b", "a/../.."}) {
    EXPECT_THAT(message_of(ErrorKind::kInput, [&] { refuse_leaving(path); }),
                HasSubstr("allow_outside"))
        << path;
  }
}

TEST(CsvPaths, FindLinksThatLeadOut) {
  const TempFolder outside;
  const TempFolder root;
  outside.write("far/far.jpg");
  root.write("real/a.jpg");
  root.link("inner", "real");
  root.link("inner.jpg", "real/a.jpg");
  root.link("out", outside.path());
  root.link("out.jpg", outside.path() / "far/far.jpg");
  root.link("dangling.jpg", "/nonexistent/x");
  std::vector<Listed> samples;
  for (const char* key : {"real/a.jpg", "inner/a.jpg", "inner.jpg", "out/far/far.jpg", "out.jpg",
                          "dangling.jpg", "missing/x.jpg", "out/../out.jpg", "out/missing.jpg"}) {
    samples.push_back({.key = key, .locator = "", .label = 0, .keypoints = {}});
  }
  for (const int threads : {1, 3}) {
    EXPECT_THAT(find_linked_out(root.path(), samples, threads), ElementsAre(3, 4, 7, 8));
  }
}

TEST(CsvPaths, KnowARootThatIsALinkItself) {
  const TempFolder base;
  base.write("real/a.jpg");
  base.write("really/b.jpg");
  base.link("root", "real");
  base.link("real/next", "../really");
  const std::vector<Listed> samples{
      {.key = "a.jpg", .locator = "", .label = 0, .keypoints = {}},
      {.key = "next/b.jpg", .locator = "", .label = 0, .keypoints = {}}};
  EXPECT_THAT(find_linked_out(base.path() / "root", samples, 2), ElementsAre(1));
  EXPECT_THAT(find_linked_out("/", samples, 2), IsEmpty());
}

}  // namespace
}  // namespace epochmill::source
