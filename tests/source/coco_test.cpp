#include "source/coco.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"
#include "source/index_mask.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using image::Keypoint;
using image::ObjectBox;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

const std::string kImages =
    R"([{"id": 20, "file_name": "b.jpg", "width": 4, "height": 3},
        {"id": 10, "file_name": "a.jpg", "width": 2, "height": 2}])";
const std::string kCategories = R"([{"id": 90, "name": "dog"}, {"id": 3, "name": "cat"}])";

std::string file_of(const std::string& images, const std::string& annotations,
                    const std::string& categories = kCategories) {
  return R"({"info": {"a": [{"b": 1}]}, "annotations": [)" + annotations + R"(], "images": )" +
         images + R"(, "categories": )" + categories + "}";
}

Listing list_text(const std::string& text, const std::string& more = "") {
  const TempFolder folder;
  return list("coco", folder.write("t.json", text), more);
}
Listing list_annotations(const std::string& annotations, const std::string& more = "") {
  return list_text(file_of(kImages, annotations), more);
}
std::string fault_of_text(const std::string& text, const std::string& more = "") {
  return message_of(ErrorKind::kInput, [&] { list_text(text, more); });
}
std::string fault_of(const std::string& annotations, const std::string& more = "") {
  return fault_of_text(file_of(kImages, annotations), more);
}

std::string annotation(int id, int image, int category, const std::string& more) {
  return fmt::format(R"({{"id": {}, "image_id": {}, "category_id": {}, {}}})", id, image, category,
                     more);
}

// The rows of a mask, a digit a pixel.
std::string mask_of(const Listed& sample) {
  const IndexMask mask = IndexMask::parse(sample.mask, 1 << 20);
  const auto width = static_cast<std::size_t>(mask.size().width);
  const Bytes pnm = mask.pnm();
  const std::size_t pixels = width * static_cast<std::size_t>(mask.size().height);
  std::string rows;
  for (std::size_t i = 0; i < pixels; ++i) {
    if (i > 0 && i % width == 0) rows += '/';
    rows += static_cast<char>('0' + pnm[pnm.size() - pixels + i]);
  }
  return rows;
}

TEST(CocoSource, ListsImagesByNameWithTheirBoxes) {
  const Listing listing =
      list_annotations(annotation(1, 20, 90, R"("bbox": [0.5, 1, 2, 1.5])") + "," +
                       annotation(2, 20, 3, R"("bbox": [0, 0, 4, 3], "iscrowd": 0)"));
  EXPECT_THAT(keys_of(listing), ElementsAre("a.jpg", "b.jpg"));
  EXPECT_THAT(listing.class_names, ElementsAre("image"));
  EXPECT_THAT(listing.box_class_names, ElementsAre("cat", "dog"));
  EXPECT_THAT(listing.samples[0].boxes, IsEmpty());
  EXPECT_THAT(listing.samples[1].boxes,
              ElementsAre(ObjectBox{0.5F, 1, 2.5F, 2.5F, 1}, ObjectBox{0, 0, 4, 3, 0}));
  EXPECT_FALSE(listing.has_masks);
  EXPECT_THAT(listing.skipped, IsEmpty());
}

TEST(CocoSource, CountsCrowdsAndBoxesWithoutAreaAndGivesThemNoBox) {
  const Listing listing = list_annotations(annotation(1, 20, 90, R"("bbox": [1, 1, 0, 2])") + "," +
                                           annotation(2, 20, 90, R"("bbox": [1, 1, 2, 0])") + "," +
                                           annotation(3, 20, 3, R"("bbox": [0, 0, 4, 3],
                                             "iscrowd": 1)"));
  EXPECT_THAT(listing.samples[1].boxes, IsEmpty());
  EXPECT_THAT(listing.skipped, ElementsAre(Pair("annotation of a crowd: no box", 1),
                                           Pair("annotation without area", 2)));
}

const std::string kLeftHalf = R"("bbox": [0, 0, 2, 3], "segmentation": [[0, 0, 2, 0, 2, 3, 0, 3]])";
const std::string kTwoCorners =
    R"("bbox": [0, 0, 4, 3], "segmentation": [[0, 0, 1, 0, 1, 1, 0, 1], [3, 2, 4, 2, 4, 3, 3, 3]])";
// The second column, and the lower two of the third.
const std::string kCrowd =
    R"("bbox": [1, 0, 2, 3], "iscrowd": 1, "segmentation": {"size": [3, 4], "counts": [3, 3, 1, 2, 3]})";

TEST(CocoSource, PaintsMasksOfClassesLaterAnnotationsOverEarlier) {
  const Listing listing =
      list_annotations(annotation(1, 20, 3, kLeftHalf) + "," + annotation(2, 20, 90, kTwoCorners) +
                           "," + annotation(3, 20, 90, kCrowd),
                       "masks = 'class'");
  EXPECT_TRUE(listing.has_masks);
  EXPECT_EQ(mask_of(listing.samples[0]), "00/00");
  EXPECT_EQ(mask_of(listing.samples[1]), "2200/1220/1222");
}

TEST(CocoSource, PaintsMasksOfInstancesByPlaceAndWithoutCrowds) {
  const Listing listing =
      list_annotations(annotation(3, 20, 90, kCrowd) + "," + annotation(1, 20, 90, kLeftHalf) +
                           "," + annotation(2, 20, 90, kTwoCorners),
                       "masks = 'instance'");
  EXPECT_EQ(mask_of(listing.samples[1]), "2100/1100/1102");
  EXPECT_EQ(listing.samples[1].boxes.size(), 2U);
}

TEST(CocoSource, ReadsCompressedRuns) {
  // Counts 3, 3, 1, 2, 3: from the fourth on as differences to the one before the last.
  const Listing listing = list_annotations(annotation(1, 20, 3, R"("bbox": [1, 0, 2, 3],
                 "segmentation": {"size": [3, 4], "counts": "331O2"})"),
                                           "masks = 'class'");
  EXPECT_EQ(mask_of(listing.samples[1]), "0100/0110/0110");
}

TEST(CocoSource, RefusesMoreInstancesThanAMaskHasRoomFor) {
  std::string many;
  for (int i = 0; i < 256; ++i) many += (i > 0 ? "," : "") + annotation(i, 20, 3, kLeftHalf);
  EXPECT_THAT(fault_of(many, "masks = 'instance'"),
              HasSubstr("annotation 255: image 20 has more than 255 instances"));
  EXPECT_EQ(list_annotations(many, "masks = 'class'").samples[1].boxes.size(), 256U);
}

TEST(CocoSource, ReadsPicturesBelowTheRootAndMasksFromTheCatalog) {
  const TempFolder folder;
  folder.write("in/b.jpg", "photo b");
  folder.write("in/a.jpg", "photo a");
  const fs::path file = folder.write("t.json", file_of(kImages, annotation(1, 20, 3, kLeftHalf)));
  const std::string more = "masks = 'class'\nroot = '" + (folder / "in").string() + "'";
  const fs::path stored = folder / "catalog.h5";
  write_catalog(stored, list("coco", file, more), {});
  const Catalog catalog(stored);
  const auto source = source_kind("coco").open(params_of("coco", file, more), catalog);
  fs::remove(file);
  EXPECT_EQ(as_text(source->read(1)), "photo b");
  EXPECT_EQ(as_text(source->read_mask(1)),
            std::string("P5\n4 3\n255\n\1\1\0\0\1\1\0\0\1\1\0\0", 23));
}

TEST(CocoSource, NamesTheRecordThatCannotBeUsed) {
  const std::string box = R"("bbox": [0, 0, 1, 1])";
  EXPECT_THAT(fault_of(annotation(5, 30, 3, box)),
              HasSubstr("t.json: annotation 5: its image 30 is not among `images`"));
  EXPECT_THAT(fault_of(annotation(5, 20, 4, box)),
              HasSubstr("annotation 5 of image 20: its category 4 is not among"));
  for (const char* bad : {"[0, 0, -1, 1]", "[0, 0, 1]", "[0, 0, 1, 1e39]", "[0, 0, \"1\", 1]",
                          "[3e38, 0, 3e38, 1]", "7", "[0, 0, null, 1]"}) {
    EXPECT_THAT(fault_of(annotation(5, 20, 3, std::string("\"bbox\": ") + bad)),
                HasSubstr("annotation 5 of image 20: `bbox`"))
        << bad;
  }
  EXPECT_THAT(fault_of(annotation(5, 20, 3, R"("area": 3)")), HasSubstr("no `bbox`"));
  EXPECT_THAT(fault_of(annotation(5, 20, 3, box + R"(, "iscrowd": 2)")),
              HasSubstr("`iscrowd` is 2"));
  EXPECT_THAT(fault_of(R"({"id": 5, "image_id": 20.5, "category_id": 3})"),
              HasSubstr("annotation 5: `image_id` is `20.5`; expected an integer"));
  EXPECT_THAT(fault_of(R"({"id": 5, "image_id": 18446744073709551615})"),
              HasSubstr("expected an integer"));
}

TEST(CocoSource, NamesTheAnnotationWhoseSegmentationIsBad) {
  const auto fault = [](const std::string& segmentation) {
    return fault_of(
        annotation(5, 20, 3, R"("bbox": [0, 0, 1, 1], "segmentation": )" + segmentation),
        "masks = 'class'");
  };
  const auto runs = [](const std::string& counts) {
    return R"({"size": [3, 4], "counts": )" + counts + "}";
  };
  for (const std::string& bad :
       {std::string("[[0, 0, 1]]"), std::string("[]"), std::string("[[]]"), std::string("[3]"),
        std::string("[[0, 0, 1, 1e9]]"), std::string("\"x\""), std::string("null"),
        std::string(R"({"counts": [12]})"), std::string(R"({"size": [4, 3], "counts": [12]})"),
        std::string(R"({"size": [3, 4]})"), runs("[11]"), runs("[13]"), runs("[-1, 13]"),
        runs("[1.5]"), runs("\"/\""), runs("\"2\""), runs("7")}) {
    EXPECT_THAT(fault(bad), HasSubstr("t.json: annotation 5 of image 20: ")) << bad;
  }
}

TEST(CocoSource, RefusesImagesAndCategoriesThatCannotBeUsed) {
  const auto fault = [](const std::string& images, const std::string& more = "") {
    return fault_of_text(file_of(images, ""), more);
  };
  EXPECT_THAT(fault(R"([{"id": 1, "file_name": "a"}, {"id": 1, "file_name": "b"}])"),
              HasSubstr("image 1: another one has the same id"));
  EXPECT_THAT(fault(R"([{"id": 1, "file_name": "a"}, {"id": 2, "file_name": "a"}])"),
              HasSubstr("two images have the `file_name` `a`"));
  EXPECT_THAT(fault(R"([{"id": 1, "file_name": "../a"}])"), HasSubstr("image 1: path `../a`"));
  EXPECT_THAT(fault(R"([{"id": 1, "file_name": "/a"}])"), HasSubstr("is absolute"));
  EXPECT_THAT(fault(R"([{"id": 1, "file_name": ""}])"), HasSubstr("names no file"));
  EXPECT_THAT(fault(R"([{"id": 1, "file_name": "a\u0000b"}])"), HasSubstr("names no file"));
  EXPECT_THAT(fault(R"([{"file_name": "a"}])"), HasSubstr("an image: no `id`"));
  for (const char* size : {R"("width": 0, "height": 1)", R"("width": 1, "height": -1)",
                           R"("width": 4294967296, "height": 1)", R"("width": 1)"}) {
    EXPECT_THAT(
        fault(fmt::format(R"([{{"id": 1, "file_name": "a", {}}}])", size), "masks = 'class'"),
        HasSubstr("image 1: "))
        << size;
  }
  EXPECT_THAT(fault(R"([{"id": 1, "file_name": "a", "width": 9, "height": 9}])",
                    "masks = 'class'\nmax_pixels = 80"),
              HasSubstr("image 1: 9 x 9 pixels are more than max_pixels = 80"));
  EXPECT_THAT(
      fault_of_text(file_of(kImages, "", R"([{"id": 1, "name": "a"}, {"id": 1, "name": "b"}])")),
      HasSubstr("category 1: another one"));
  EXPECT_THAT(fault_of_text(file_of(kImages, "", "[]")), HasSubstr("`categories` is empty"));
}

TEST(CocoSource, RefusesFilesThatLinksLeadOut) {
  const TempFolder outside;
  const TempFolder folder;
  folder.link("b.jpg", outside.write("far.jpg"));
  const fs::path file = folder.write("t.json", file_of(kImages, ""));
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("coco", file); }),
              HasSubstr("out of the root by a symbolic link, the first is `b.jpg`"));
  EXPECT_EQ(list("coco", file, "allow_outside = true").samples.size(), 2U);
}

TEST(CocoSource, RefusesWhatIsNoCocoFile) {
  for (const char* text : {"", "{", "[]", "7", "nul", "{\"images\": [NaN]}", "{} x", "\xFF",
                           "{\"images\": [{\"id\": 1e999}]}"}) {
    EXPECT_THAT(fault_of_text(text), HasSubstr("t.json: ")) << text;
  }
  EXPECT_THAT(fault_of_text("{}"), HasSubstr("no list `images` in it"));
  EXPECT_THAT(fault_of_text(R"({"images": [], "categories": []})"),
              HasSubstr("no list `annotations`"));
  EXPECT_THAT(fault_of_text(R"({"images": {}})"), HasSubstr("`images` is no list"));
  EXPECT_THAT(fault_of_text(R"({"images": 3})"), HasSubstr("`images` is no list"));
  EXPECT_THAT(fault_of_text(R"({"images": [[]]})"), HasSubstr("an entry that is no object"));
  EXPECT_THAT(fault_of_text(R"({"images": [3]})"), HasSubstr("an entry that is no object"));
}

TEST(CocoSource, RefusesDeepNestingWhereverItIs) {
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  EXPECT_THAT(fault_of_text(R"({"info": )" + deep + "}"), HasSubstr("nests more than 64 deep"));
  EXPECT_THAT(fault_of(annotation(1, 20, 3, "\"segmentation\": " + deep), "masks = 'class'"),
              HasSubstr("nests more than 64 deep"));
}

const std::string kFaceCategories =
    R"([{"id": 3, "name": "face", "keypoints": ["nose", "left_eye", "right_eye"]}])";

std::string face(int id, int image, const std::string& keypoints, int area) {
  return annotation(
      id, image, 3,
      fmt::format(R"("bbox": [0, 0, 1, 1], "area": {}, "keypoints": {})", area, keypoints));
}

TEST(CocoSource, TakesTheLandmarksOfTheLargestObjectThatHasAny) {
  const Listing listing =
      list_text(file_of(kImages,
                        face(1, 20, "[1, 1, 2, 0, 0, 0, 3, 3, 1]", 5) + "," +
                            face(2, 20, "[7.5, 7, 2, 8, 8, 2, 9, 9, 0]", 6) + "," +
                            face(3, 20, "[0, 0, 0, 0, 0, 0, 0, 0, 0]", 99) + "," +
                            face(4, 20, "[4, 4, 2, 4, 4, 2, 4, 4, 2]", 6),
                        kFaceCategories),
                "keypoints = true");
  EXPECT_EQ(listing.keypoints.count, 3);
  EXPECT_THAT(listing.keypoints.flip_pairs.value(), ElementsAre(Pair(1, 2)));
  EXPECT_THAT(listing.samples[0].keypoints, ElementsAre(Keypoint{}, Keypoint{}, Keypoint{}));
  EXPECT_THAT(listing.samples[1].keypoints,
              ElementsAre(Keypoint{7.5F, 7, true, true}, Keypoint{8, 8, true, true}, Keypoint{}));
  EXPECT_THAT(listing.skipped,
              ElementsAre(Pair("landmarks of a smaller object of the same picture", 2)));
}

TEST(CocoSource, RefusesLandmarksThatDoNotFit) {
  const auto fault = [](const std::string& keypoints) {
    return fault_of_text(file_of(kImages, face(1, 20, keypoints, 5), kFaceCategories),
                         "keypoints = true");
  };
  EXPECT_THAT(fault("[1, 1, 2]"), HasSubstr("1 landmarks; expected 3"));
  EXPECT_THAT(fault("[1, 1]"), HasSubstr("2 numbers; expected x, y and v of each"));
  EXPECT_THAT(fault("[1, 1, 3, 1, 1, 2, 1, 1, 2]"), HasSubstr("landmark 0 has v = 3"));
  EXPECT_THAT(fault("[1, 1e39, 2, 1, 1, 2, 1, 1, 2]"), HasSubstr("expected finite numbers"));
  EXPECT_THAT(fault_of("", "keypoints = true"),
              HasSubstr("no category or annotation has landmarks"));
}

TEST(CocoSource, ListsTheSharedFacesWithTheirLandmarks) {
  const fs::path folder = EPOCHMILL_SHARED "/cases/C04";
  if (!fs::exists(folder)) GTEST_SKIP() << "no shared cases";
  for (const auto& [name, count] :
       {std::pair{"test_300w.json", 68}, {"test_cofw.json", 29}, {"test_wflw.json", 98}}) {
    const Listing listing = list("coco", folder / name, "keypoints = true");
    EXPECT_EQ(listing.keypoints.count, count);
    EXPECT_EQ(listing.samples.size(), 2U);
    EXPECT_FALSE(listing.keypoints.flip_pairs.has_value()) << "their names are not known";
    EXPECT_THAT(listing.box_class_names, ElementsAre("face"));
  }
  const Listing cofw =
      list("coco", folder / "test_cofw.json", "keypoints = true\nflip_pairs = [[0, 1]]");
  EXPECT_EQ(cofw.samples[0].keypoints[0],
            (Keypoint{46.562534549474826F, 120.07575548185008F, true, true}));
  EXPECT_THAT(cofw.keypoints.flip_pairs.value(), ElementsAre(Pair(0, 1)));
  EXPECT_THAT(cofw.samples[0].boxes, ElementsAre(ObjectBox{38, 102, 143, 282, 0}));
}

}  // namespace
}  // namespace epochmill::source
