#include "source/csv_boxes.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"

namespace epochmill::source {
namespace {

using ::testing::HasSubstr;

std::optional<image::ObjectBox> read(const std::vector<std::string>& fields) {
  CsvLabels labels = CsvLabels::listed({"cat", "dog"});
  return read_box({.sides = {0, 1, 2, 3}, .label = 4}, fields, labels);
}

std::string fault_of(const std::vector<std::string>& fields) {
  return message_of(ErrorKind::kInput, [&] { read(fields); });
}

TEST(CsvBoxes, AreFourEdgesAndALabel) {
  EXPECT_EQ(read({"1", "2.5", "3e0", "4", "dog"}), (image::ObjectBox{1, 2.5F, 3, 4, 1}));
  EXPECT_EQ(read({"-1", "-2", "0", "0", "cat"}), (image::ObjectBox{-1, -2, 0, 0, 0}));
}

TEST(CsvBoxes, AreNoneWhereAllFieldsAreEmpty) {
  EXPECT_EQ(read({"", "", "", "", ""}), std::nullopt);
  EXPECT_THAT(fault_of({"", "", "", "", "cat"}), HasSubstr("a label `cat` of a box without sides"));
}

TEST(CsvBoxes, HaveAnArea) {
  for (const auto& sides : std::vector<std::vector<std::string>>{{"3", "1", "3", "2", "cat"},
                                                                 {"3", "1", "2", "2", "cat"},
                                                                 {"1", "2", "3", "2", "cat"},
                                                                 {"1", "3", "3", "2", "cat"}}) {
    EXPECT_THAT(fault_of(sides), HasSubstr("has no area"));
  }
  // Equal once they are floats.
  EXPECT_THAT(fault_of({"16777216", "0", "16777217", "1", "cat"}), HasSubstr("has no area"));
}

TEST(CsvBoxes, RefuseEdgesThatAreNoNumbersAndOtherLabels) {
  for (const char* side : {"", "nan", "inf", "1e39", "x", " 1", "1,5"}) {
    EXPECT_THAT(fault_of({"0", "0", side, "9", "cat"}),
                HasSubstr("side x1 of the box is `" + std::string(side) + "`"));
  }
  EXPECT_THAT(fault_of({"0", "0", "1", "1", ""}), HasSubstr("of the box: no label"));
  EXPECT_THAT(fault_of({"0", "0", "1", "1", "cow"}), HasSubstr("`cow` is not one of `classes`"));
}

}  // namespace
}  // namespace epochmill::source
