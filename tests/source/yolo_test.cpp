#include "source/yolo.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using image::ObjectBox;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class Yolo : public ::testing::Test {
 protected:
  Yolo() {
    for (const char* key : {"b.jpg", "sub/a.b.png", "sub/c"}) write(std::string("images/") + key);
    write("boxes/b.txt", "1 0.5 0.5 1 1\n");
    write("boxes/sub/a.b.txt", "0 0.25 0.5 0.5 1\n1 0.5 0.5 0.5 0.5\n");
  }

  fs::path write(const std::string& name, const std::string& text = "x") const {
    return folder_.write(name, text);
  }
  std::string more(const std::string& rest = "classes = ['cat', 'dog']") const {
    return "boxes = '" + (folder_ / "boxes").string() + "'\n" + rest;
  }
  std::string masks() const { return more() + "\nmasks = '" + (folder_ / "masks").string() + "'"; }
  Listing listed(const std::string& more, int threads = 2) const {
    return list("yolo", folder_ / "images", more, threads);
  }
  std::string fault_of(const std::string& more, ErrorKind kind = ErrorKind::kInput) const {
    return message_of(kind, [&] { listed(more); });
  }

  TempFolder folder_;
};

TEST_F(Yolo, FindsEachPicturesBoxesByItsStem) {
  const Listing listing = listed(more());
  EXPECT_THAT(keys_of(listing), ElementsAre("b.jpg", "sub/a.b.png", "sub/c"));
  EXPECT_THAT(listing.samples[0].boxes, ElementsAre(ObjectBox{0, 0, 1, 1, 1}));
  EXPECT_THAT(listing.samples[1].boxes,
              ElementsAre(ObjectBox{0, 0, 0.5F, 1, 0}, ObjectBox{0.25F, 0.25F, 0.75F, 0.75F, 1}));
  EXPECT_THAT(listing.samples[2].boxes, IsEmpty());
  EXPECT_TRUE(listing.boxes_are_relative);
  EXPECT_FALSE(listing.has_masks);
  EXPECT_THAT(listing.class_names, ElementsAre("image"));
  EXPECT_THAT(listing.box_class_names, ElementsAre("cat", "dog"));
  EXPECT_THAT(listed(more("num_classes = 3")).box_class_names, ElementsAre("0", "1", "2"));
}

TEST_F(Yolo, FindsTextsBesideThePictures) {
  write("images/b.txt", "0 0.5 0.5 1 1\n");
  const Listing listing = listed("num_classes = 1");
  EXPECT_EQ(listing.samples.size(), 3U);
  EXPECT_THAT(listing.samples[0].boxes, ElementsAre(ObjectBox{0, 0, 1, 1, 0}));
}

TEST_F(Yolo, NeedsItsClasses) {
  EXPECT_THAT(fault_of(more(""), ErrorKind::kUsage), HasSubstr("found neither"));
  EXPECT_THAT(fault_of(more("classes = ['a']\nnum_classes = 1"), ErrorKind::kUsage),
              HasSubstr("found both"));
  EXPECT_THAT(fault_of(more("classes = ['a', 'a']"), ErrorKind::kUsage), HasSubstr("twice"));
}

TEST_F(Yolo, TellsBadLinesOfAllFiles) {
  write("boxes/sub/c.txt", "0 0.5 0.5 1 1\n2 0.5 0.5 1 1\n");
  write("boxes/b.txt", "0 320 200 40 40\n");
  for (const int threads : {1, 4}) {
    const std::string message = message_of(ErrorKind::kInput, [&] { listed(more(), threads); });
    EXPECT_THAT(
        message,
        AllOf(HasSubstr("2 bad rows\n" + (folder_ / "boxes/b.txt").string() + ":1: centre x"),
              HasSubstr("\n" + (folder_ / "boxes/sub/c.txt").string() + ":2: label `2`")));
  }
}

TEST_F(Yolo, RefusesAFolderWithoutAnyOfThePicturesBoxes) {
  fs::remove_all(folder_ / "boxes");
  EXPECT_THAT(fault_of(more()), HasSubstr("there is nothing of this name; correct `boxes`"));
  write("boxes/classes.txt", "cat\ndog\n");
  EXPECT_THAT(fault_of(more()), HasSubstr("none of the 3 pictures has a file of boxes here"));
}

TEST_F(Yolo, RefusesTwoPicturesOfOneStem) {
  write("images/b.png");
  EXPECT_THAT(fault_of(more()),
              HasSubstr("the pictures `b.jpg` and `b.png` would share one file of boxes"));
}

TEST_F(Yolo, HasAMaskOfEveryPictureOrOfNone) {
  for (const char* name : {"masks/b.png", "masks/sub/a.b.png"}) write(name, name);
  EXPECT_THAT(fault_of(masks()), HasSubstr("no mask `sub/c.png` of the picture `sub/c`"));
  write("masks/sub/c.png", "m");
  const Listing listing = listed(masks());
  EXPECT_TRUE(listing.has_masks);
  EXPECT_EQ(listing.samples[1].mask, "sub/a.b.png");
  write_catalog(folder_ / "catalog.h5", listing, {});
  const Catalog catalog(folder_ / "catalog.h5");
  const auto source =
      source_kind("yolo").open(params_of("yolo", folder_ / "images", masks()), catalog);
  EXPECT_EQ(as_text(source->read_mask(0)), "masks/b.png");
  const auto lost =
      source_kind("yolo").open(params_of("yolo", folder_ / "images", more()), catalog);
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { lost->read_mask(0); }),
              HasSubstr("source.masks=FOLDER"));
}

TEST_F(Yolo, StaysInItsFolders) {
  for (const char* name : {"masks/b.png", "masks/sub/a.b.png", "masks/sub/c.png"}) write(name);
  write("elsewhere/file", "0 0.5 0.5 1 1\n");
  for (const char* link : {"images/z.jpg", "boxes/sub/c.txt", "masks/b.png"}) {
    const fs::path path = folder_ / link;
    const bool was_there = fs::remove(path);
    fs::create_symlink(folder_ / "elsewhere/file", path);
    if (std::string(link) == "images/z.jpg") fs::create_symlink("b.png", folder_ / "masks/z.png");
    EXPECT_THAT(fault_of(masks()),
                AllOf(HasSubstr("by a symbolic link"), HasSubstr(path.filename().string())));
    EXPECT_NO_THROW(listed(masks() + "\nallow_outside = true"));
    fs::remove(path);
    if (was_there) write(link);
  }
  EXPECT_NO_THROW(listed(masks()));
}

TEST_F(Yolo, SaysInTheCatalogThatBoxesAreRelative) {
  Listing listing = listed(more());
  const std::string digest = digest_of(listing);
  write_catalog(folder_ / "catalog.h5", listing, {});
  const Catalog catalog(folder_ / "catalog.h5");
  EXPECT_TRUE(catalog.boxes_are_relative());
  EXPECT_EQ(catalog.digest(), digest);
  EXPECT_EQ(catalog.compute_digest(), digest);
  EXPECT_EQ(catalog.boxes(1), listing.samples[1].boxes);
  listing.boxes_are_relative = false;
  EXPECT_NE(digest_of(listing), digest);
  write_catalog(folder_ / "pixels.h5", listing, {});
  EXPECT_FALSE(Catalog(folder_ / "pixels.h5").boxes_are_relative());
}

}  // namespace
}  // namespace epochmill::source
