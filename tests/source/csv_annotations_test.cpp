// Extra labels, masks and boxes of the `csv` source.
#include <gmock/gmock.h>

#include <fstream>

#include "capi/file.hpp"
#include "listing.hpp"
#include "source/csv.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Listing list_text(const std::string& text, const std::string& more = "") {
  const TempFolder folder;
  return list("csv", folder.write("t.csv", text), more);
}
std::string fault_of(const std::string& text, const std::string& more = "",
                     ErrorKind kind = ErrorKind::kInput) {
  return message_of(kind, [&] { list_text(text, more); });
}

const std::string kBoxRecipe = "box = ['x1', 'y1', 'x2', 'y2']\nbox_label = 'class'\n";

TEST(CsvAnnotations, ExtraLabelsAreSetsOfTheirOwn) {
  const Listing listing = list_text("path,label,colour,make\nb,x,red,z\na,y,blue,q\nc,x,red,q\n",
                                    "extra_labels = ['make', 'colour']");
  EXPECT_THAT(listing.extra_labels,
              ElementsAre(LabelSet{"make", {"q", "z"}}, LabelSet{"colour", {"blue", "red"}}));
  EXPECT_THAT(listing.samples[0].extra_labels, ElementsAre(0, 0));
  EXPECT_THAT(listing.samples[1].extra_labels, ElementsAre(1, 1));
  EXPECT_THAT(listing.samples[2].extra_labels, ElementsAre(0, 1));
  EXPECT_THAT(fault_of("path,colour\na,\n", "extra_labels = ['colour']"),
              HasSubstr("t.csv:2: no label"));
}

TEST(CsvAnnotations, RowsOfOnePathAreOneSampleInATableOfBoxes) {
  const Listing listing = list_text(
      "path,x1,y1,x2,y2,class\n"
      "b.jpg,1,2,3,4,dog\n"
      "a.jpg,,,,,\n"
      "b.jpg,0,0,9.5,9,cat\n",
      kBoxRecipe);
  EXPECT_THAT(keys_of(listing), ElementsAre("a.jpg", "b.jpg"));
  EXPECT_THAT(listing.box_class_names, ElementsAre("cat", "dog"));
  EXPECT_THAT(listing.class_names, ElementsAre("all"));
  EXPECT_THAT(listing.samples[0].boxes, IsEmpty());
  EXPECT_THAT(listing.samples[1].boxes,
              ElementsAre(image::ObjectBox{1, 2, 3, 4, 1}, image::ObjectBox{0, 0, 9.5F, 9, 0}));
}

TEST(CsvAnnotations, BoxesMayHaveTheirClassesListedOrNone) {
  const std::string text = "path,x1,y1,x2,y2,class\na,1,2,3,4,dog\n";
  EXPECT_EQ(list_text(text, kBoxRecipe + "box_classes = ['cow', 'dog']").samples[0].boxes[0].label,
            1);
  EXPECT_THAT(fault_of(text, kBoxRecipe + "box_classes = ['cow', 'dig']"),
              HasSubstr("of the box: label `dog` is not one of `classes`; did you mean `dig`?"));
  const Listing plain = list_text(text, "box = ['x1', 'y1', 'x2', 'y2']");
  EXPECT_THAT(plain.box_class_names, ElementsAre("object"));
  const Listing none = list_text("path,x1,y1,x2,y2,class\na,,,,,\n", kBoxRecipe);
  EXPECT_THAT(none.box_class_names, ElementsAre("object"));
}

TEST(CsvAnnotations, ALabelColumnMayBeThatOfTheBoxes) {
  const Listing listing = list_text("path,x1,y1,x2,y2,label\na,1,2,3,4,dog\na,1,2,3,4,cat\n",
                                    "box = ['x1', 'y1', 'x2', 'y2']\nbox_label = 'label'");
  EXPECT_THAT(listing.class_names, ElementsAre("all"));
  EXPECT_THAT(listing.box_class_names, ElementsAre("cat", "dog"));
}

TEST(CsvAnnotations, BadBoxesAreToldWithTheirLines) {
  const std::string message = fault_of(
      "path,x1,y1,x2,y2,class,label,m\n"
      "a,1,2,3,4,dog,day,m.png\n"
      "a,1,2,1,4,dog,day,m.png\n"
      "a,1,2,3,4,dog,night,m.png\n"
      "a,1,2,3,4,dog,day,n.png\n"
      "a,5,6,7,8,dog,day,m.png\n"
      "b,1,2,nan,4,dog,day,m.png\n"
      "c,,2,,,dog,day,m.png\n"
      "d,,,,,dog,day,m.png\n",
      kBoxRecipe + "mask = 'm'");
  EXPECT_THAT(message, HasSubstr("t.csv: 6 bad rows\n"));
  EXPECT_THAT(message, HasSubstr("t.csv:3: a box from (1, 2) to (1, 4) has no area"));
  EXPECT_THAT(message, HasSubstr("t.csv:4: another label than line 2"));
  EXPECT_THAT(message, HasSubstr("t.csv:5: another mask than line 2"));
  EXPECT_THAT(message, Not(HasSubstr("t.csv:6:")));
  EXPECT_THAT(message, HasSubstr("t.csv:7: side x1 of the box is `nan`"));
  EXPECT_THAT(message, HasSubstr("t.csv:8: side x0 of the box is ``"));
  EXPECT_THAT(message, HasSubstr("t.csv:9: a label `dog` of a box without sides"));
}

TEST(CsvAnnotations, ColumnsOfABoxAreNoLandmark) {
  const std::string text = "path,box_x,box_y,x2,y2,eye_x,eye_y\na,1,2,3,4,5,6\n";
  EXPECT_EQ(list_text(text, "box = ['box_x', 'box_y', 'x2', 'y2']").keypoints.count, 1);
  EXPECT_EQ(list_text(text).keypoints.count, 2);
}

TEST(CsvAnnotations, RefusesAColumnForTwoThings) {
  const auto usage = ErrorKind::kUsage;
  const std::string text = "path,label,x1,y1,x2,y2,class\na,q,1,2,3,4,dog\n";
  EXPECT_THAT(fault_of(text, "label = 'class'\n" + kBoxRecipe, usage),
              HasSubstr("`class` is the column of both `label` and `box_label`"));
  EXPECT_THAT(fault_of(text, "mask = 'path'", usage), HasSubstr("both `image` and `mask`"));
  EXPECT_THAT(fault_of(text, "extra_labels = ['class', 'class']", usage),
              HasSubstr("both `extra_labels` and `extra_labels`"));
  EXPECT_THAT(fault_of(text, "box_label = 'class'", usage), HasSubstr("without `box`"));
  EXPECT_THAT(fault_of(text, "box = ['x1', 'y1', 'x2', 'y3']", usage),
              HasSubstr("no column `y3`; did you mean"));
}

TEST(CsvAnnotations, MasksAreReadBelowTheRoot) {
  const TempFolder folder;
  folder.write("in/a.jpg", "photo");
  folder.write("in/m/a.png", "mask");
  const fs::path file = folder.write("in/t.csv", "path,m\na.jpg,m/a.png\n");
  const Listing listing = list("csv", file, "mask = 'm'");
  EXPECT_TRUE(listing.has_masks);
  const fs::path stored = folder / "catalog.h5";
  write_catalog(stored, listing, {});
  const Catalog catalog(stored);
  const auto source = source_kind("csv").open(params_of("csv", file, "mask = 'm'"), catalog);
  EXPECT_EQ(as_text(source->read(0)), "photo");
  EXPECT_EQ(as_text(source->read_mask(0)), "mask");
}

TEST(CsvAnnotations, MasksStayBelowTheRoot) {
  const TempFolder outside;
  const TempFolder folder;
  folder.link("out.png", outside.write("far.png"));
  const fs::path file = folder.write(
      "t.csv", "path,m\na.jpg,out.png\nb.jpg,../m.png\nc.jpg,/m.png\nd.jpg,\ne.jpg,e.png\n");
  const std::string message =
      message_of(ErrorKind::kInput, [&] { list("csv", file, "mask = 'm'"); });
  EXPECT_THAT(message, HasSubstr("4 bad rows"));
  EXPECT_THAT(message, HasSubstr("t.csv:2: path `out.png` is led out of the root"));
  EXPECT_THAT(message, HasSubstr("t.csv:3: path `../m.png` leaves the root"));
  EXPECT_THAT(message, HasSubstr("t.csv:4: path `/m.png` is absolute"));
  EXPECT_THAT(message, HasSubstr("t.csv:5: no path of a mask"));
}

TEST(CsvAnnotations, OneHotColumnsAreALabelWhenAskedForAndRefusedOtherwise) {
  const std::string text = "path,cat,dog\nb,0,1\na,1,0\nc,0.0,1.0\n";
  const Listing listing = list_text(text, "one_hot = ['dog', 'cat']");
  EXPECT_THAT(listing.class_names, ElementsAre("dog", "cat"));
  EXPECT_THAT(labels_of(listing), ElementsAre(1, 0, 0));
  EXPECT_THAT(fault_of(text), HasSubstr("training would see one class alone"));
  EXPECT_THAT(list_text(text, "one_hot = []").class_names, ElementsAre("all"));
  EXPECT_THAT(fault_of("path,cat,dog\na,1,0\nb,1,1\n", "one_hot = ['dog', 'cat']"),
              HasSubstr("t.csv:3: two columns of `one_hot` are 1"));
  EXPECT_THAT(fault_of(text, "one_hot = ['dog', 'cat']\nnum_classes = 2", ErrorKind::kUsage),
              HasSubstr("exclude each other"));
}

TEST(CsvAnnotations, OneHotColumnsAreNotLookedForInRowsOfAnotherLength) {
  EXPECT_THAT(fault_of("path\na,1,0\nb,0,1\n"), HasSubstr("t.csv:2: 3 fields; expected 1"));
  EXPECT_THAT(fault_of("path,cat,dog,cow\na,1,0\nb,0,1\n"),
              HasSubstr("t.csv:2: 3 fields; expected 4"));
}

TEST(CsvAnnotations, NumbersAreNotTakenForNames) {
  EXPECT_THAT(fault_of("path,label\na,1.0\nb,2\n"),
              HasSubstr("t.csv: column `label`: the labels are real numbers, such as `1.0`"));
  EXPECT_THAT(fault_of("path,label\na,\"[0, 1]\"\nb,\"[1, 0]\"\n"),
              HasSubstr("the labels are one-hot lists"));
  EXPECT_THAT(fault_of("path,c\na,0.5\n", "extra_labels = ['c']"), HasSubstr("column `c`"));
  EXPECT_THAT(list_text("path,label\na,1.0\nb,v2\n").class_names, ElementsAre("1.0", "v2"));
  EXPECT_THAT(list_text("path,label\na,1\nb,2\n").class_names, ElementsAre("1", "2"));
  EXPECT_THAT(list_text("path,label\na,1.0\n", "classes = ['1.0']").class_names,
              ElementsAre("1.0"));
}

TEST(CsvAnnotations, SaysWhatTrainingWouldHaveDoneWithALabel) {
  const auto fault = [](const std::string& label) {
    return fault_of("path,label\na,\"" + label + "\"\n", "num_classes = 3");
  };
  EXPECT_THAT(fault("3"), HasSubstr("training would stop at it"));
  EXPECT_THAT(fault("-1"), HasSubstr("training would stop at it"));
  EXPECT_THAT(fault("-100"), HasSubstr("leaves samples of label -100 out"));
  EXPECT_THAT(fault("1.0"), HasSubstr("cut a real number to an integer"));
  EXPECT_THAT(fault("[0, 1, 0]"), HasSubstr("a one-hot list"));
}

// A table of what YOLO keeps in a text file beside each picture: class, and centre, width and
// height of a box in parts of the picture. Sizes are those of the masks, from the headers of their
// PNGs.
std::string table_of_yolo(const fs::path& folder) {
  std::string table = "path,mask,x1,y1,x2,y2,class\n";
  for (const auto& entry : fs::directory_iterator(folder / "boxes")) {
    const std::string stem = entry.path().stem().string();
    const Bytes png = capi::read_file(folder / "masks" / (stem + ".png"));
    const auto side = [&](std::size_t at) { return png.at(at) * 256.0 + png.at(at + 1); };
    const double width = side(18);
    const double height = side(22);
    std::ifstream lines(entry.path());
    for (double label, x, y, w, h; lines >> label >> x >> y >> w >> h;) {
      table += fmt::format("images/{}.jpg,masks/{}.png,{},{},{},{},{}\n", stem, stem,
                           (x - w / 2) * width, (y - h / 2) * height, (x + w / 2) * width,
                           (y + h / 2) * height, label);
    }
  }
  return table;
}

TEST(CsvAnnotations, ListsTheSharedDetectionSetOnceItsTextsAreATable) {
  const fs::path data = EPOCHMILL_SHARED "/data/coco-mini";
  if (!fs::exists(data)) GTEST_SKIP() << "no shared data";
  const TempFolder folder;
  const fs::path file = folder.write("t.csv", table_of_yolo(data));
  const std::string more = kBoxRecipe + "mask = 'mask'\nroot = '" + data.string() + "'";
  const Listing listing = list("csv", file, more);
  EXPECT_EQ(listing.samples.size(), 20U);
  EXPECT_EQ(listing.samples[0].key, "images/000000000009.jpg");
  const fs::path stored = folder / "catalog.h5";
  write_catalog(stored, listing, {});
  const Catalog catalog(stored);
  const auto source = source_kind("csv").open(params_of("csv", file, more), catalog);
  for (std::uint64_t i = 0; i < catalog.size(); ++i) {
    EXPECT_EQ(source->read(i).at(0), 0xFF);
    EXPECT_EQ(source->read_mask(i).at(1), 'P');
    EXPECT_FALSE(catalog.boxes(i).empty());
    for (const image::ObjectBox& box : catalog.boxes(i)) EXPECT_LE(box.x1, 641);
  }
}

}  // namespace
}  // namespace epochmill::source
