#include "source/csv_points.hpp"

#include <gmock/gmock.h>

#include <clocale>

#include "listing.hpp"

namespace epochmill::source {
namespace {

using ::testing::HasSubstr;

std::vector<PointColumns> points_of(const std::string& header) {
  const std::string text = header + "\nrow\n";
  CsvReader reader(text, ',', "t.csv");
  return find_points(CsvHeader(reader, 1));
}

image::Keypoint read_one(const std::string& x, const std::string& y) {
  const std::vector<PointColumns> points{{"eye", 0, 1, std::nullopt}};
  return read_points(points, std::vector<std::string>{x, y}).at(0);
}

TEST(CsvPoints, ArePairsOfColumnsInTheOrderOfTheFile) {
  const auto points = points_of("f,nose_y,nose_x,lone_x,eye_x,w_y,eye_y,eye_v,_x");
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].name, "nose");
  EXPECT_EQ(points[0].x, 2u);
  EXPECT_EQ(points[0].y, 1u);
  EXPECT_FALSE(points[0].v.has_value());
  EXPECT_EQ(points[1].name, "eye");
  EXPECT_EQ(points[1].v, std::optional<std::size_t>(7));
}

TEST(CsvPoints, RefuseANameThatIsThereTwice) {
  for (const char* header : {"f,a_x,a_x,a_y", "f,a_x,a_y,a_y", "f,a_x,a_y,a_v,a_v"}) {
    EXPECT_THAT(message_of(ErrorKind::kInput, [&] { points_of(header); }),
                HasSubstr("t.csv:1: two columns are named `a_"));
  }
}

TEST(CsvPoints, ReadNumbersWhateverTheLocale) {
  const char* before = std::setlocale(LC_ALL, nullptr);
  const std::string kept = before;
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  EXPECT_EQ(read_one("-3.5", "1e2"), (image::Keypoint{-3.5F, 100.0F, true, true}));
  std::setlocale(LC_ALL, kept.c_str());
}

TEST(CsvPoints, RefuseWhatIsNoFiniteNumber) {
  for (const char* text :
       {"", " 1", "1 ", "+1", "1,5", "nan", "inf", "-inf", "0x10", "1e39", "1e999", "x", "1.5px"}) {
    EXPECT_THAT(message_of(ErrorKind::kInput, [&] { read_one("1", text); }),
                HasSubstr("eye_y is `"))
        << text;
    EXPECT_THAT(message_of(ErrorKind::kInput, [&] { read_one(text, "1"); }),
                HasSubstr("eye_x is `"))
        << text;
  }
}

TEST(CsvPoints, AreNotLabelledWhereVIsZero) {
  const std::vector<PointColumns> points{{"eye", 0, 1, 2}};
  const auto read = [&](const char* x, const char* y, const char* v) {
    return read_points(points, std::vector<std::string>{x, y, v}).at(0);
  };
  EXPECT_EQ(read("7", "8", "0"), image::Keypoint{});
  EXPECT_EQ(read("", "nan", "0"), image::Keypoint{});
  EXPECT_EQ(read("7", "8", "1"), (image::Keypoint{7, 8, true, true}));
  EXPECT_EQ(read("7", "8", "2"), (image::Keypoint{7, 8, true, true}));
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { read("7", "8", "3"); }),
              HasSubstr("eye_v is `3`"));
}

}  // namespace
}  // namespace epochmill::source
