#include "source/folder.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "listing.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::map<std::string, std::uint64_t> skipped_of(const Listing& listing) {
  return {listing.skipped.begin(), listing.skipped.end()};
}

TEST(FolderSource, TakesTheFirstLevelAsClass) {
  const TempFolder root;
  root.write("b/1.jpg");
  root.write("a/deep/er/2.jpg");
  root.write("a/0.jpg");
  root.make_folder("aa");
  const Listing listing = list("folder", root.path());
  EXPECT_THAT(listing.class_names, ElementsAre("a", "aa", "b"));
  EXPECT_THAT(keys_of(listing), ElementsAre("a/0.jpg", "a/deep/er/2.jpg", "b/1.jpg"));
  EXPECT_THAT(labels_of(listing), ElementsAre(0, 0, 2));
  EXPECT_EQ(listing.keypoints.count, 0);
  EXPECT_TRUE(listing.skipped.empty());
}

TEST(FolderSource, SortsWholeKeysBytewise) {
  const TempFolder root;
  for (const char* name : {"a/x.jpg", "a.b/x.jpg", "A/x.jpg", "10/x.jpg", "2/x.jpg"})
    root.write(name);
  const Listing listing = list("folder", root.path());
  EXPECT_THAT(keys_of(listing),
              ElementsAre("10/x.jpg", "2/x.jpg", "A/x.jpg", "a.b/x.jpg", "a/x.jpg"));
  EXPECT_THAT(listing.class_names, ElementsAre("10", "2", "A", "a", "a.b"));
  EXPECT_THAT(labels_of(listing), ElementsAre(0, 1, 2, 4, 3));
}

TEST(FolderSource, KeepsAnyBytesOfANameAndReadsTheFileAgain) {
  const TempFolder root;
  const std::vector<std::string> names{"c/ sp ace.jpg",
                                       "c/new\nline.jpg",
                                       "c/quote'\".jpg",
                                       "c/-dash.jpg",
                                       "c/\\back.jpg",
                                       "c/nfc_caf\xC3\xA9.jpg",
                                       "c/nfd_cafe\xCC\x81.jpg",
                                       "c/bad\xFF\xFE.jpg",
                                       "c/" + std::string(251, 'x') + ".jpg"};
  for (const std::string& name : names) root.write(name, "bytes of " + name);
  std::vector<std::string> sorted = names;
  std::ranges::sort(sorted);
  const Listing listing = list("folder", root.path());
  EXPECT_EQ(keys_of(listing), sorted);

  const fs::path file = root.path() / "catalog.h5";
  write_catalog(file, listing, {});
  const Catalog catalog(file);
  const auto source = source_kind("folder").open(params_of("folder", root.path()), catalog);
  for (std::uint64_t i = 0; i < catalog.size(); ++i) {
    EXPECT_EQ(catalog.key(i), sorted[i]);
    EXPECT_EQ(as_text(source->read(i)), "bytes of " + sorted[i]);
  }
}

TEST(FolderSource, SkipsAndCountsByReason) {
  const TempFolder root;
  for (const char* name :
       {"c/a.JPG", "c/noext", "c/._a.jpg", "c/.DS_Store", "c/Thumbs.db", "c/desktop.ini",
        "c/readme.txt", ".hidden/a.jpg", ".hidden/b.jpg", ".DS_Store", "notes.txt"}) {
    root.write(name);
  }
  root.make_fifo("c/pipe.jpg");
  root.link("c/dead.jpg", "/nonexistent");
  root.link("c/self.jpg", "self.jpg");
  root.link("c/alias.jpg", "a.JPG");
  root.link("c/pipe_link.jpg", "pipe.jpg");
  const Listing listing = list("folder", root.path());
  EXPECT_THAT(keys_of(listing), ElementsAre("c/a.JPG", "c/alias.jpg", "c/noext"));
  EXPECT_THAT(listing.class_names, ElementsAre("c"));
  const std::map<std::string, std::uint64_t> expected{
      {"name starts with a dot", 4},
      {"left by Windows (Thumbs.db, desktop.ini)", 2},
      {"extension is not that of a picture", 2},
      {"FIFO, socket or device", 2},
      {"link leads nowhere", 2}};
  EXPECT_EQ(skipped_of(listing), expected);
  EXPECT_TRUE(std::ranges::is_sorted(listing.skipped));
}

TEST(FolderSource, FollowsLinksOncePerRealFolder) {
  const TempFolder outside;
  outside.write("x/1.jpg");
  outside.link("x/back", "..");
  const TempFolder root;
  root.write("a/0.jpg");
  root.link("a/loop", "..");
  root.link("a/self", ".");
  root.link("b", outside.path());
  root.link("c", outside.path());
  root.link("d", "a");
  for (const int threads : {1, 4}) {
    const Listing listing = list("folder", root.path(), "", threads);
    EXPECT_THAT(keys_of(listing), ElementsAre("a/0.jpg", "b/x/1.jpg"));
    EXPECT_THAT(listing.class_names, ElementsAre("a", "b"));
    EXPECT_EQ(skipped_of(listing).at("folder is listed already (a link to it)"), 5u);
  }
}

TEST(FolderSource, PrefersTheRealPathToALinkThatSortsBefore) {
  const TempFolder root;
  root.write("z/deep/1.jpg");
  root.link("a/link", "../z/deep");
  EXPECT_THAT(keys_of(list("folder", root.path())), ElementsAre("z/deep/1.jpg"));
}

TEST(FolderSource, IsOneClassWithoutFolders) {
  const TempFolder root;
  root.write("b.jpg");
  root.write("a.png");
  root.write(".hidden/c.jpg");
  const Listing listing = list("folder", root.path());
  EXPECT_THAT(listing.class_names, ElementsAre("all"));
  EXPECT_THAT(keys_of(listing), ElementsAre("a.png", "b.jpg"));
  EXPECT_THAT(labels_of(listing), ElementsAre(0, 0));
}

TEST(FolderSource, RefusesPicturesBesideClassFolders) {
  const TempFolder root;
  root.write("a/1.jpg");
  root.write("stray.jpg");
  EXPECT_THAT(
      message_of(ErrorKind::kInput, [&] { list("folder", root.path()); }),
      HasSubstr(
          "1 pictures lie beside the 1 class folders and have no class, such as `stray.jpg`"));
}

TEST(FolderSource, SaysWhatItLookedForInAnEmptyFolder) {
  const TempFolder root;
  root.make_folder("a");
  root.write("a/readme.txt");
  const std::string message = message_of(ErrorKind::kInput, [&] { list("folder", root.path()); });
  EXPECT_THAT(message, HasSubstr("no picture in it or in its 1 class folders"));
  EXPECT_THAT(message, HasSubstr("1 x extension is not that of a picture"));
}

TEST(FolderSource, SaysWhatToDoAboutAWrongPath) {
  const TempFolder root;
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("folder", root.path() / "gone"); }),
              HasSubstr("there is nothing of this name; correct `path`"));
  const fs::path file = root.write("labels.csv");
  EXPECT_THAT(
      message_of(ErrorKind::kInput, [&] { list("folder", file); }),
      HasSubstr(
          "`path` must be a folder, this is a file; for a table of pictures say kind = \"csv\""));
}

// The effective user for the length of one test; a no-op for one who may not change it.
class AsNobody {
 public:
  AsNobody() { is_root_ = ::geteuid() == 0 && ::seteuid(65534) == 0; }
  ~AsNobody() {
    if (is_root_ && ::seteuid(0) != 0) std::abort();
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;

 private:
  bool is_root_ = false;
};

TEST(FolderSource, NamesAFolderThatItMayNotRead) {
  const TempFolder root;
  fs::permissions(root.path(), static_cast<fs::perms>(0755));
  for (const char* name : {"a/1.jpg", "b/1.jpg", "c/1.jpg"}) root.write(name);
  for (const char* name : {"b", "c"}) fs::permissions(root.path() / name, fs::perms::none);
  const AsNobody nobody;
  for (const int threads : {1, 4}) {
    EXPECT_THAT(message_of(ErrorKind::kIo, [&] { list("folder", root.path(), "", threads); }),
                HasSubstr("/b`: cannot be read: Permission denied"));
  }
}

TEST(FolderSource, ListsTheSameOnAnyNumberOfThreads) {
  const TempFolder root;
  for (int c = 0; c < 30; ++c) {
    for (int i = 0; i < 10; ++i) {
      root.write(fmt::format("c{}/{}/{}.jpg", c, i % 3, i));
    }
  }
  const Listing one = list("folder", root.path(), "", 1);
  EXPECT_EQ(one.samples.size(), 300u);
  for (const int threads : {2, 5, 64}) {
    const Listing many = list("folder", root.path(), "", threads);
    EXPECT_EQ(keys_of(many), keys_of(one));
    EXPECT_EQ(labels_of(many), labels_of(one));
    EXPECT_EQ(digest_of(many), digest_of(one));
  }
}

TEST(FolderSource, ListsTheTreeOfAwkwardNames) {
  const fs::path script = EPOCHMILL_SHARED "/cases/B08/make_tree.sh";
  if (!fs::exists(script)) GTEST_SKIP() << "no shared cases";
  const TempFolder root;
  const fs::path picture = root.write("picture.jpg");
  const fs::path tree = root.path() / "tree";
  const std::string command = "LC_ALL=C.UTF-8 bash '" + script.string() + "' '" + tree.string() +
                              "' '" + picture.string() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0);

  const Listing listing = list("folder", tree);
  EXPECT_THAT(listing.class_names, ElementsAre("-dash", "1", "10", "2", "Cls_A", "caf\xC3\xA9",
                                               "cls b", "cls_a", "empty_cls", "nested"));
  const std::vector<std::string> keys = keys_of(listing);
  EXPECT_TRUE(std::ranges::is_sorted(keys));
  // 22 copies less .hidden, ._a, Thumbs.db, .DS_Store, and zero.jpg; the long name and link.jpg;
  // -dash, 1, 10, 2, Cls_A; nested/x and nested/y.
  EXPECT_EQ(keys.size(), 18u + 1 + 2 + 5 + 2);
  for (const char* key :
       {"cls_a/bad\xFF\xFEutf8.jpg", "cls_a/zero.jpg", "cls b/link.jpg", "nested/y/i.jpg"}) {
    EXPECT_TRUE(std::ranges::binary_search(keys, key)) << key;
  }
  const std::map<std::string, std::uint64_t> expected{
      {"name starts with a dot", 4},
      {"left by Windows (Thumbs.db, desktop.ini)", 1},
      {"extension is not that of a picture", 1},
      {"FIFO, socket or device", 1},
      {"link leads nowhere", 1},
      {"folder is listed already (a link to it)", 1}};
  EXPECT_EQ(skipped_of(listing), expected);
}

TEST(FolderSource, ListsTheImagenetSample) {
  const fs::path root = EPOCHMILL_SHARED "/data/imagenet-sample";
  if (!fs::exists(root)) GTEST_SKIP() << "no shared data";
  const Listing listing = list("folder", root);
  EXPECT_EQ(listing.samples.size(), 250u);
  EXPECT_EQ(listing.class_names.size(), 250u);
  for (std::size_t i = 0; i < 250; ++i)
    EXPECT_EQ(listing.samples[i].label, static_cast<std::int64_t>(i));
}

}  // namespace
}  // namespace epochmill::source
