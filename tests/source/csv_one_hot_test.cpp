#include "source/csv_one_hot.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"

namespace epochmill::source {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::size_t> found_in(const std::string& text,
                                  const std::vector<std::size_t>& others = {0},
                                  std::size_t width = 3) {
  CsvReader reader(text, ',', "t.csv");
  EXPECT_TRUE(reader.next());
  const std::vector<std::size_t> found = find_one_hot(reader, width, others);
  EXPECT_EQ(reader.line(), 1u) << "the reader went on";
  return found;
}

TEST(CsvOneHot, IsThePlaceOfTheOne) {
  const std::vector<std::string> names{"path", "cat", "dog", "cow"};
  const std::vector<std::size_t> columns{3, 1, 2};
  const auto label = [&](const std::vector<std::string>& fields) {
    return read_one_hot(columns, fields, names);
  };
  EXPECT_EQ(label({"p", "0", "0", "1"}), 0);
  EXPECT_EQ(label({"p", "0.0", "1.0", "0"}), 2);
  const auto fault = [&](const std::vector<std::string>& fields) {
    return message_of(ErrorKind::kInput, [&] { label(fields); });
  };
  EXPECT_THAT(fault({"p", "0", "0", "0"}), HasSubstr("no column of `one_hot` is 1"));
  EXPECT_THAT(fault({"p", "1", "0", "1"}), HasSubstr("are 1, `cow` and `cat`"));
  EXPECT_THAT(fault({"p", "0.5", "0", "1"}), HasSubstr("column `cat` of `one_hot` holds `0.5`"));
}

TEST(CsvOneHot, IsToldFromOtherTexts) {
  for (const char* text : {"[0, 1, 0]", "1 0", "0;0;1", "[1.0 0.0]", "(0,1)"}) {
    EXPECT_TRUE(is_one_hot(text)) << text;
  }
  for (const char* text : {"", "1", "0", "[1]", "0 0", "1 1", "0 2", "10", "cat", "[]"}) {
    EXPECT_FALSE(is_one_hot(text)) << text;
  }
}

TEST(CsvOneHot, IsFoundInColumnsThatHoldOneOneInEveryRow) {
  EXPECT_THAT(found_in("a,0,1\nb,1,0\n"), ElementsAre(1, 2));
  EXPECT_THAT(found_in("a,7,0,1.0\nb,8,1,0\n", {0}, 4), ElementsAre(2, 3));
  EXPECT_THAT(found_in("a,0,1\nb,1,0\n", {0, 1}), IsEmpty());
  EXPECT_THAT(found_in("a,0,1\nb,1,1\n"), IsEmpty());
  EXPECT_THAT(found_in("a,0,1\nb,0,0\n"), IsEmpty());
  EXPECT_THAT(found_in("a,0,1\nb,0.5,1\n"), IsEmpty());
  EXPECT_THAT(found_in("a,0,1\nb,1\n"), IsEmpty());
  EXPECT_THAT(found_in("a,1\nb,1\n", {0}, 2), IsEmpty());
  EXPECT_THAT(found_in("a,0,1\nb,1,0\n", {0}, 2), IsEmpty());
  EXPECT_THAT(found_in("a,0,1\nb,1,0\n", {0}, 4), IsEmpty());
}

}  // namespace
}  // namespace epochmill::source
