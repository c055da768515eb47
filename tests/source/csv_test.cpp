#include "source/csv.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// The listing of a table, or what is wrong with it.
Listing list_text(const std::string& text, const std::string& more = "") {
  const TempFolder folder;
  return list("csv", folder.write("t.csv", text), more);
}
std::string fault_of(const std::string& text, const std::string& more = "",
                     ErrorKind kind = ErrorKind::kInput) {
  return message_of(kind, [&] { list_text(text, more); });
}

TEST(CsvSource, ListsPathsSortedWithLabels) {
  const Listing listing = list_text("path,label\nb.jpg,cat\na.jpg,dog\n\"c, d.jpg\",cat\n");
  EXPECT_THAT(keys_of(listing), ElementsAre("a.jpg", "b.jpg", "c, d.jpg"));
  EXPECT_THAT(listing.class_names, ElementsAre("cat", "dog"));
  EXPECT_THAT(labels_of(listing), ElementsAre(1, 0, 0));
  EXPECT_TRUE(listing.samples[0].locator.empty());
}

TEST(CsvSource, KeepsEqualKeysInTheOrderOfTheFile) {
  const Listing listing = list_text("path,label\nb,2\na,9\nb,1\na,3\n", "num_classes = 10");
  EXPECT_THAT(keys_of(listing), ElementsAre("a", "a", "b", "b"));
  EXPECT_THAT(labels_of(listing), ElementsAre(9, 3, 2, 1));
}

TEST(CsvSource, ReadsNamedColumnsAndOtherDelimiters) {
  const Listing listing = list_text("id;kind;file\r\n1;x;a.jpg\r\n2;y;b.jpg\r\n",
                                    "image = 'file'\nlabel = 'kind'\ndelimiter = ';'");
  EXPECT_THAT(keys_of(listing), ElementsAre("a.jpg", "b.jpg"));
  EXPECT_THAT(listing.class_names, ElementsAre("x", "y"));
}

TEST(CsvSource, IsOneClassWithoutLabels) {
  const Listing listing = list_text("path,size\na.jpg,1\n");
  EXPECT_THAT(listing.class_names, ElementsAre("all"));
  EXPECT_THAT(labels_of(listing), ElementsAre(0));
}

TEST(CsvSource, ReadsAnyNumberOfHeaderRows) {
  EXPECT_THAT(keys_of(list_text("202599\nfile,label\na.jpg,x\n", "header_rows = 2")),
              ElementsAre("a.jpg"));
  const Listing bare = list_text("a.jpg,x\nb.jpg,y\n", "header_rows = 0\nlabel = '2'");
  EXPECT_THAT(keys_of(bare), ElementsAre("a.jpg", "b.jpg"));
  EXPECT_THAT(bare.class_names, ElementsAre("x", "y"));
  EXPECT_THAT(fault_of("a.jpg,x\nb.jpg,y\n"),
              HasSubstr("t.csv:1: the first column is named `a.jpg`, as if"));
}

TEST(CsvSource, RefusesAnEmptyFileAndSaysWhatItLookedFor) {
  EXPECT_THAT(fault_of(""),
              HasSubstr("ends after 0 of 1 header rows; expected a row that names the columns"));
  EXPECT_THAT(fault_of("path,label\n\n"), HasSubstr("no sample in it"));
  EXPECT_THAT(fault_of("", "header_rows = 0"), HasSubstr("no sample in it"));
}

TEST(CsvSource, TellsAllBadRowsInOneMessage) {
  const TempFolder outside;
  const TempFolder folder;
  folder.link("out.jpg", outside.write("far.jpg"));
  const fs::path file = folder.write("t.csv",
                                     "path,label,eye_x,eye_y\n"
                                     "a.jpg,x,1,2\n"
                                     "b.jpg,x\n"
                                     ",x,1,2\n"
                                     "\"c\n.jpg\",,1,2\n"
                                     "d.jpg,x,nan,2\n"
                                     "../e.jpg,x,1,2\n"
                                     "/f.jpg,x,1,2\n"
                                     "out.jpg,x,1,2\n");
  const std::string message = message_of(ErrorKind::kInput, [&] { list("csv", file); });
  EXPECT_THAT(message, HasSubstr("t.csv: 7 bad rows\n"));
  EXPECT_THAT(message, HasSubstr("t.csv:3: 2 fields; expected 4"));
  EXPECT_THAT(message, HasSubstr("t.csv:4: no path"));
  EXPECT_THAT(message, HasSubstr("t.csv:5: no label"));
  EXPECT_THAT(message, HasSubstr("t.csv:7: eye_x is `nan`"));
  EXPECT_THAT(message, HasSubstr("t.csv:8: path `../e.jpg` leaves the root"));
  EXPECT_THAT(message, HasSubstr("t.csv:9: path `/f.jpg` is absolute"));
  EXPECT_THAT(message,
              HasSubstr("t.csv:10: path `out.jpg` is led out of the root by a symbolic link"));
  EXPECT_THAT(message, Not(HasSubstr("t.csv:2:")));
}

TEST(CsvSource, ReadsOutsideTheRootOnlyWhenAllowed) {
  const TempFolder outside;
  const fs::path far = outside.write("far.jpg", "far away");
  const TempFolder folder;
  const fs::path file = folder.write("sub/t.csv", "path\n" + far.string() + "\n../near.jpg\n");
  folder.write("near.jpg", "near by");
  const Listing listing = list("csv", file, "allow_outside = true");
  const fs::path stored = folder.path() / "catalog.h5";
  write_catalog(stored, listing, {});
  const Catalog catalog(stored);
  const auto source =
      source_kind("csv").open(params_of("csv", file, "allow_outside = true"), catalog);
  EXPECT_EQ(as_text(source->read(0)), "near by");
  EXPECT_EQ(as_text(source->read(1)), "far away");
}

TEST(CsvSource, StartsPathsAtTheRootThatIsGiven) {
  const TempFolder folder;
  folder.write("pictures/a.jpg", "the bytes");
  const fs::path file = folder.write("tables/t.csv", "path\na.jpg\nb.jpg\n");
  const std::string root = "root = '" + (folder.path() / "pictures").string() + "'";
  const fs::path stored = folder.path() / "catalog.h5";
  write_catalog(stored, list("csv", file, root), {});
  const Catalog catalog(stored);
  const auto source = source_kind("csv").open(params_of("csv", file, root), catalog);
  EXPECT_EQ(as_text(source->read(0)), "the bytes");
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { source->read(1); }), HasSubstr("pictures/b.jpg"));
}

TEST(CsvSource, RefusesClassesThatDoNotFit) {
  EXPECT_THAT(fault_of("path,label\na,cat\nb,dgo\n", "classes = ['cat', 'dog']"),
              HasSubstr("t.csv:3: label `dgo` is not one of `classes`; did you mean `dog`?"));
  EXPECT_THAT(labels_of(list_text("path,label\na,cat\nb,dog\n", "classes = ['dog', 'cat']")),
              ElementsAre(1, 0));
  const auto usage = ErrorKind::kUsage;
  EXPECT_THAT(fault_of("path,label\na,cat\n", "classes = ['cat', 'cat']", usage),
              HasSubstr("a name twice"));
  EXPECT_THAT(fault_of("path,label\na,1\n", "classes = ['1']\nnum_classes = 2", usage),
              HasSubstr("exclude each other"));
  EXPECT_THAT(fault_of("path\na\n", "num_classes = 2", usage),
              HasSubstr("no column is named `label`"));
}

TEST(CsvSource, NamesTheNearestColumn) {
  const std::string message = fault_of("path,lable\na,1\n", "label = 'label'", ErrorKind::kUsage);
  EXPECT_THAT(message, HasSubstr("recipe.toml:2:"));
  EXPECT_THAT(message, HasSubstr("no column `label`; did you mean `lable`?"));
  EXPECT_THAT(fault_of("label,path\ncat,a\n", "", ErrorKind::kUsage),
              HasSubstr("the column of both `image` and `label`"));
  EXPECT_THAT(fault_of("path,label,label\na,1,2\n"),
              HasSubstr("t.csv:1: two columns are named `label`"));
}

TEST(CsvSource, ReadsPointsUnlessToldNotTo) {
  const std::string text = "path,l_x,l_y,r_x,r_y,r_v\na,1,2,3.5,-4,2\nb,5,6,7,8,0\n";
  const Listing listing = list_text(text, "flip_pairs = [[0, 1]]");
  EXPECT_EQ(listing.keypoints.count, 2);
  EXPECT_THAT(listing.keypoints.flip_pairs.value(), ElementsAre(std::pair(0, 1)));
  EXPECT_THAT(listing.samples[0].keypoints, ElementsAre(image::Keypoint{1, 2, true, true},
                                                        image::Keypoint{3.5F, -4, true, true}));
  EXPECT_EQ(listing.samples[1].keypoints[1], image::Keypoint{});
  EXPECT_FALSE(list_text(text).keypoints.flip_pairs.has_value());
  EXPECT_TRUE(list_text(text, "flip_pairs = []").keypoints.flip_pairs.value().empty());
  EXPECT_EQ(list_text(text, "points = 'none'").keypoints.count, 0);
}

TEST(CsvSource, RefusesFlipPairsThatDoNotFitThePoints) {
  const std::string text = "path,l_x,l_y,r_x,r_y\na,1,2,3,4\n";
  const auto fault = [&](const char* pairs) {
    return fault_of(text, std::string("flip_pairs = ") + pairs, ErrorKind::kUsage);
  };
  EXPECT_THAT(fault("[[0, 2]]"),
              HasSubstr("[0, 2] has an index out of range; the file has 2 points"));
  EXPECT_THAT(fault("[[1, 1]]"), HasSubstr("pairs a point with itself"));
  EXPECT_THAT(fault("[[0, 1], [1, 0]]"), HasSubstr("an index that an earlier pair has too"));
  EXPECT_THAT(fault_of("path\na\n", "flip_pairs = [[0, 1]]", ErrorKind::kUsage),
              HasSubstr("0 points"));
}

TEST(CsvSource, RefusesADelimiterThatCannotBe) {
  for (const char* delimiter : {"''", "';;'", "'\"'", "\"\\n\"", "'\xC3\xA9'"}) {
    EXPECT_THAT(fault_of("a\nb\n", std::string("delimiter = ") + delimiter, ErrorKind::kUsage),
                HasSubstr("expected one ASCII character"));
  }
}

TEST(CsvSource, SaysWhatToDoAboutAWrongPath) {
  const TempFolder folder;
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("csv", folder.path() / "gone.csv"); }),
              HasSubstr("there is nothing of this name"));
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("csv", folder.path()); }),
              HasSubstr("`path` must be a file, this is a folder; for a folder of class folders"));
  const fs::path file = folder.write("t.csv", "path\na\n");
  EXPECT_THAT(
      message_of(ErrorKind::kInput, [&] { list("csv", file, "root = '" + file.string() + "'"); }),
      HasSubstr("`root` must be a folder, this is a file"));
  folder.make_fifo("pipe");
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("csv", folder.path() / "pipe"); }),
              HasSubstr("neither a file nor a folder"));
}

TEST(CsvSource, RefusesEachBadLabelWithItsLine) {
  const fs::path file = EPOCHMILL_SHARED "/cases/C01/labels_bad.csv";
  if (!fs::exists(file)) GTEST_SKIP() << "no shared cases";
  const std::string message =
      message_of(ErrorKind::kInput, [&] { list("csv", file, "num_classes = 10"); });
  EXPECT_THAT(message, HasSubstr("10 bad rows"));
  int line = 2;
  for (const char* label :
       {"10", "-1", "255", "1.0", "1.5", "1e0", "0x1", " 3 ", "cat", "99999999999999999999"}) {
    EXPECT_THAT(message, HasSubstr(fmt::format("labels_bad.csv:{}: label `{}` is", line++, label)));
  }
}

TEST(CsvSource, ListsTheFacesWithTheirLandmarks) {
  const fs::path file = EPOCHMILL_SHARED "/data/faces/face_landmarks.csv";
  if (!fs::exists(file)) GTEST_SKIP() << "no shared data";
  const Listing listing = list("csv", file);
  EXPECT_EQ(listing.samples.size(), 69u);
  EXPECT_EQ(listing.keypoints.count, 68);
  EXPECT_EQ(listing.samples[0].key, "0805.jpg");
  EXPECT_EQ(listing.samples[0].keypoints[0], (image::Keypoint{27, 83, true, true}));
  const TempFolder folder;
  const fs::path stored = folder.path() / "catalog.h5";
  write_catalog(stored, listing, {});
  const Catalog catalog(stored);
  const auto source = source_kind("csv").open(params_of("csv", file), catalog);
  for (std::uint64_t i = 0; i < catalog.size(); ++i) {
    EXPECT_EQ(catalog.keypoints(i).size(), 68u);
    EXPECT_EQ(source->read(i).at(0), 0xFF);
  }
}

TEST(CsvSource, ListsTheSameOnAnyNumberOfThreads) {
  const TempFolder folder;
  std::string text = "path,label\n";
  for (int i = 0; i < 2000; ++i) {
    text += fmt::format("d{}/{}.jpg,c{}\n", i % 7, i * 7919 % 2000, i % 13);
  }
  const fs::path file = folder.write("t.csv", text);
  const std::string digest = digest_of(list("csv", file, "", 1));
  EXPECT_EQ(digest_of(list("csv", file, "", 5)), digest);
}

}  // namespace
}  // namespace epochmill::source
