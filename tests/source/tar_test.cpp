#include "source/tar.hpp"

#include <gmock/gmock.h>

#include <map>

#include "capi/file.hpp"
#include "listing.hpp"
#include "made_tar.hpp"
#include "source/tar_names.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::map<std::string, std::uint64_t> skipped_of(const Listing& listing) {
  return {listing.skipped.begin(), listing.skipped.end()};
}

Listing list_tar_of(const MadeTar& tar, const std::string& more = "") {
  const TempFolder folder;
  return list("tar", folder.write("t.tar", tar.closed()), more);
}

// The bytes of every sample, read by way of a catalog.
std::vector<std::string> read_all(const fs::path& path, const std::string& more = "") {
  const TempFolder folder;
  write_catalog(folder / "catalog.h5", list("tar", path, more), {});
  const Catalog catalog(folder / "catalog.h5");
  const auto source = source_kind("tar").open(params_of("tar", path, more), catalog);
  std::vector<std::string> read;
  for (std::uint64_t i = 0; i < catalog.size(); ++i) read.emplace_back(as_text(source->read(i)));
  return read;
}

TEST(TarSource, MakesASampleOfMembersWithOneKey) {
  const MadeTar tar = MadeTar()
                          .file("./b.v1/x.jpg", "photo x")
                          .file("./b.v1/x.cls", "3")
                          .file("./b.v1/x.json", "{}")
                          .file("./a.cls", "0\n")
                          .file("./a.JPEG", "photo a")
                          .file("./a.seg.png", "mask");
  const Listing listing = list_tar_of(tar);
  EXPECT_THAT(keys_of(listing), ElementsAre("a", "b.v1/x"));
  EXPECT_THAT(labels_of(listing), ElementsAre(0, 3));
  EXPECT_THAT(listing.class_names, ElementsAre("0", "1", "2", "3"));
  EXPECT_TRUE(listing.skipped.empty());
  const TempFolder folder;
  EXPECT_THAT(read_all(folder.write("t.tar", tar.closed())), ElementsAre("photo a", "photo x"));
}

TEST(TarSource, TakesThePictureThatTheRecipeNames) {
  const TempFolder folder;
  const fs::path file = folder.write(
      "t.tar", MadeTar().file("a.png", "1").file("a.jpg", "2").file("a.seg.PNG", "3").closed());
  EXPECT_THAT(read_all(file), ElementsAre("1"));
  EXPECT_THAT(read_all(file, "image = 'jpg;png'"), ElementsAre("2"));
  EXPECT_THAT(read_all(file, "image = 'Seg.png'"), ElementsAre("3"));
  message_of(ErrorKind::kInput, [&] { list("tar", file, "image = 'webp'"); });
}

TEST(TarSource, GivesWhatTheFolderGivesThatItWasMadeOf) {
  const TempFolder folder;
  MadeTar tar;
  tar.file("empty/", "").file("./", "");
  for (const char* name : {"b/deep/2", "b/1.x.jpg", "a/0.jpg", "a/0-0.jpg"}) {
    folder.write(std::string("tree/") + name, std::string("photo ") + name);
    tar.file(std::string("./") + name, std::string("photo ") + name);
  }
  folder.make_folder("tree/empty");
  const Listing of_folder = list("folder", folder / "tree");
  const fs::path file = folder.write("t.tar", tar.closed());
  const Listing of_tar = list("tar", file, "key = 'member'");
  EXPECT_EQ(keys_of(of_tar), keys_of(of_folder));
  EXPECT_EQ(digest_of(of_tar), digest_of(of_folder));
  EXPECT_THAT(read_all(file, "key = 'member'"),
              ElementsAre("photo a/0-0.jpg", "photo a/0.jpg", "photo b/1.x.jpg", "photo b/deep/2"));
}

TEST(TarSource, ReadsManyTarsInTheOrderOfKeys) {
  const TempFolder folder;
  folder.write("d/t-00.tar", MadeTar().file("c.jpg", "C").file("a.jpg", "A").closed());
  folder.write("d/t-01.tar", MadeTar().file("b.jpg", "B").closed());
  folder.write("d/t-02.tar", MadeTar().closed());
  for (const char* pattern : {"d/t-{00..02}.tar", "d/*.tar", "{d,d}/t-0?.tar"}) {
    EXPECT_THAT(read_all(folder / pattern), ElementsAre("A", "B", "C")) << pattern;
  }
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("tar", folder / "d/t-02.tar"); }),
              HasSubstr("no sample with a picture"));
}

TEST(TarSource, CountsWhatItSkips) {
  MadeTar tar;
  tar.file("a.jpg").file("notes.txt").file("d/._a.jpg").file(".hidden/b.jpg");
  tar.add({.name = "link.jpg", .type = '2'}).add({.name = "hard.jpg", .type = '1'});
  tar.add({.name = "fifo.jpg", .type = '6'});
  const TempFolder folder;
  const Listing listing = list("tar", folder.write("t.tar", tar.open()));
  EXPECT_THAT(keys_of(listing), ElementsAre("a"));
  const std::map<std::string, std::uint64_t> expected{{"sample without a picture", 1},
                                                      {"name starts with a dot", 2},
                                                      {"link in a tar", 2},
                                                      {"FIFO or device in a tar", 1},
                                                      {"tar without the blocks that end it", 1}};
  EXPECT_EQ(skipped_of(listing), expected);
}

TEST(TarSource, RefusesAKeyThatIsThereAgain) {
  EXPECT_THAT(
      message_of(ErrorKind::kInput,
                 [] { list_tar_of(MadeTar().file("a.jpg").file("b.jpg").file("a.cls", "1")); }),
      AllOf(HasSubstr("t.tar"), HasSubstr("`a`"), HasSubstr("--sort=name")));
  EXPECT_THAT(message_of(ErrorKind::kInput,
                         [] { list_tar_of(MadeTar().file("a.jpg", "1").file("a.jpg", "2")); }),
              AllOf(HasSubstr("`a.jpg`"), HasSubstr("twice")));
  const TempFolder folder;
  for (const char* name : {"1.tar", "2.tar"}) folder.write(name, MadeTar().file("a.jpg").closed());
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("tar", folder / "*.tar"); }),
              AllOf(HasSubstr("1.tar"), HasSubstr("2.tar"), HasSubstr("`a`")));
}

TEST(TarSource, RefusesLabelsThatAreNone) {
  for (const std::string label :
       {"", "x", "-1", "1.0", " 1", "1000000", "99999999999999999999", "+1"}) {
    EXPECT_THAT(message_of(ErrorKind::kInput,
                           [&] { list_tar_of(MadeTar().file("a.jpg").file("a.cls", label)); }),
                AllOf(HasSubstr("t.tar"), HasSubstr("`a.cls`"), HasSubstr("label")))
        << label;
  }
  message_of(ErrorKind::kInput,
             [] { list_tar_of(MadeTar().file("a.jpg").file("a.cls", std::string(100, '1'))); });
  message_of(ErrorKind::kInput,
             [] { list_tar_of(MadeTar().file("a.jpg").file("a.cls", "1").file("a.CLS", "1")); });
  const MadeTar seven = MadeTar().file("a.jpg").file("a.cls", "7");
  message_of(ErrorKind::kInput, [&] { list_tar_of(seven, "num_classes = 7"); });
  EXPECT_EQ(list_tar_of(seven, "num_classes = 9").class_names.size(), 9U);
}

TEST(TarSource, NeedsLabelsOrFoldersForAllOrNone) {
  EXPECT_THAT(
      message_of(ErrorKind::kInput,
                 [] { list_tar_of(MadeTar().file("a.jpg").file("a.cls", "1").file("b.jpg")); }),
      AllOf(HasSubstr("`b`"), HasSubstr("label")));
  EXPECT_THAT(
      message_of(ErrorKind::kInput, [] { list_tar_of(MadeTar().file("a.jpg").file("c/b.jpg")); }),
      AllOf(HasSubstr("`a`"), HasSubstr("folder")));
  EXPECT_THAT(list_tar_of(MadeTar().file("a.jpg").file("b.jpg")).class_names, ElementsAre("all"));
}

TEST(TarSource, RefusesPathsThatLeaveTheTar) {
  for (const char* name : {"/abs.jpg", "../up.jpg", "a/../../b.jpg", "a/..", ".."}) {
    EXPECT_THAT(
        message_of(ErrorKind::kInput, [&] { list_tar_of(MadeTar().file("0.jpg").file(name)); }),
        AllOf(HasSubstr("t.tar"), HasSubstr("entry 2"), HasSubstr(name)));
  }
  EXPECT_EQ(normal_tar_path("./a//b/./c/"), "a/b/c");
  EXPECT_EQ(normal_tar_path("a..b/..c"), "a..b/..c");
}

TEST(TarSource, NoticesATarThatWasWrittenAnew) {
  const TempFolder folder;
  const fs::path file =
      folder.write("t.tar", MadeTar().file("a.jpg", "first").file("b.jpg", "2").closed());
  write_catalog(folder / "catalog.h5", list("tar", file), {});
  const Catalog catalog(folder / "catalog.h5");
  const auto source = source_kind("tar").open(params_of("tar", file), catalog);
  EXPECT_EQ(as_text(source->read(0)), "first");
  for (const std::string& changed :
       {MadeTar().file("b.jpg", "2").file("a.jpg", "first").closed(),
        MadeTar().file("a.jpg", "other!").closed(), std::string(100, 'x'), std::string()}) {
    folder.write("t.tar", changed);
    EXPECT_THAT(message_of(ErrorKind::kInput, [&] { source->read(0); }),
                AllOf(HasSubstr("t.tar"), HasSubstr("`a`"), HasSubstr("has changed")));
  }
  fs::remove(file);
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { source->read(0); }), HasSubstr("t.tar"));
}

TEST(TarSource, RefusesPlacesThatNoListingGives) {
  const TempFolder folder;
  const fs::path file = folder.write("t.tar", MadeTar().file("a.jpg").closed());
  const Listing listing = list("tar", file);
  int number = 0;
  for (const char* locator : {"x", "0", "0 1", "0 1 0", "0 1 0 ", "0 99999999999 0 t.tar",
                              "0 18446744073709551615 0 t.tar", "18446744073709551615 1 0 t.tar",
                              "0 1 0 t.tar", "0 1 0 none.tar", "-1 1 0 t.tar"}) {
    Listing hostile = listing;
    hostile.samples[0].locator = locator;
    const fs::path catalog_file = folder / fmt::format("{}.h5", number++);
    write_catalog(catalog_file, hostile, {});
    const Catalog catalog(catalog_file);
    const auto source = source_kind("tar").open(params_of("tar", file), catalog);
    message_of(ErrorKind::kInput, [&] { source->read(0); });
  }
}

}  // namespace
}  // namespace epochmill::source
