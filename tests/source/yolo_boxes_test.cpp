#include "source/yolo_boxes.hpp"

#include <gmock/gmock.h>

namespace epochmill::source {
namespace {

using image::ObjectBox;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The fault of a text with this one line.
std::string fault_of(const std::string& line) {
  const YoloBoxes read = read_yolo_boxes(line, 3);
  EXPECT_THAT(read.boxes, IsEmpty()) << line;
  return read.bad.size() == 1 ? read.bad[0].second : "no fault, or several";
}

TEST(YoloBoxes, AreCentreAndSides) {
  const YoloBoxes read = read_yolo_boxes("0 0.5 0.25 1 0.5\n2 0.75 0.5 0.5 1e-1\n", 3);
  EXPECT_THAT(read.bad, IsEmpty());
  EXPECT_THAT(read.boxes, ElementsAre(ObjectBox{0, 0, 1, 0.5F, 0},
                                      ObjectBox{0.5F, static_cast<float>(0.5 - 0.1 / 2), 1,
                                                static_cast<float>(0.5 + 0.1 / 2), 2}));
}

TEST(YoloBoxes, TakeAnySpacingOfLines) {
  const std::vector<ObjectBox> expected = {{0, 0, 1, 1, 1}, {0.25F, 0.25F, 0.75F, 0.75F, 0}};
  for (const char* text :
       {"1 .5 .5 1 1\n0 .5 .5 .5 .5", "1\t.5  .5 1 1 \r\n\r\n  0 .5 .5 .5 .5\r\n",
        "\xEF\xBB\xBF"
        "1 .5 .5 1 1\n\n0 .5 .5 .5 .5\n \t"}) {
    const YoloBoxes read = read_yolo_boxes(text, 3);
    EXPECT_THAT(read.bad, IsEmpty());
    EXPECT_EQ(read.boxes, expected);
  }
  EXPECT_THAT(read_yolo_boxes("", 3).boxes, IsEmpty());
}

TEST(YoloBoxes, MayReachOutOfThePicture) {
  EXPECT_THAT(read_yolo_boxes("0 0 1 1 2", 3).boxes, ElementsAre(ObjectBox{-0.5F, 0, 0.5F, 2, 0}));
  EXPECT_THAT(read_yolo_boxes("0 1.000001 -0.000001 0.1 0.1", 3).bad, IsEmpty());
}

TEST(YoloBoxes, TellEveryBadLineByItsNumber) {
  const YoloBoxes read = read_yolo_boxes("3 .5 .5 1 1\n\n0 .5 .5 1 1\n0 .5 .5 1\n", 3);
  EXPECT_EQ(read.boxes.size(), 1U);
  ASSERT_EQ(read.bad.size(), 2U);
  EXPECT_EQ(read.bad[0].first, 1U);
  EXPECT_THAT(read.bad[0].second, HasSubstr("label `3` is not an integer from 0 to 2"));
  EXPECT_EQ(read.bad[1].first, 4U);
  EXPECT_THAT(read.bad[1].second, HasSubstr("4 fields; expected 5"));
}

TEST(YoloBoxes, RefuseConfidencesPolygonsAndOtherClasses) {
  EXPECT_THAT(fault_of("0 .5 .5 1 1 0.9"), HasSubstr("6 fields; expected 5"));
  EXPECT_THAT(fault_of("0 .1 .1 .2 .1 .2 .2"), HasSubstr("7 fields; expected 5"));
  for (const char* label : {"-1", "1.0", "cat", "0x1"}) {
    EXPECT_THAT(fault_of(std::string(label) + " .5 .5 1 1"),
                HasSubstr("label `" + std::string(label) + "` is not an integer"));
  }
}

TEST(YoloBoxes, RefuseNumbersThatAreNoPartsOfASide) {
  for (const char* x : {"-0.1", "1.1", "320", "nan", "inf"}) {
    EXPECT_THAT(fault_of(std::string("0 ") + x + " .5 1 1"),
                HasSubstr("centre x is `" + std::string(x) + "`; expected 0 to 1"));
    EXPECT_THAT(fault_of(std::string("0 .5 ") + x + " 1 1"), HasSubstr("centre y is"));
  }
  for (const char* side : {"0", "-0.5", "2.1", "480", "nan", "inf"}) {
    EXPECT_THAT(fault_of(std::string("0 .5 .5 ") + side + " 1"),
                HasSubstr("width is `" + std::string(side) + "`; expected more than 0"));
    EXPECT_THAT(fault_of(std::string("0 .5 .5 1 ") + side), HasSubstr("height is"));
  }
  for (const char* text : {"x", "0,5", "0.5x", "+0.5", "1e999"}) {
    EXPECT_THAT(fault_of(std::string("0 .5 ") + text + " 1 1"),
                HasSubstr("centre y is `" + std::string(text) + "`; expected a decimal number"));
  }
  EXPECT_THAT(fault_of("0 .5 .5 1e-9 1"), HasSubstr("too small to have an area"));
}

}  // namespace
}  // namespace epochmill::source
