#include "source/csv_labels.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"

namespace epochmill::source {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(CsvLabels, OfNoColumnAreAllOfOneClass) {
  CsvLabels labels = CsvLabels::one_class("all");
  EXPECT_EQ(labels.id_of(""), 0);
  EXPECT_THAT(std::move(labels).finish().names, ElementsAre("all"));
}

TEST(CsvLabels, FoundAreNumberedInBytewiseOrderOfTheirTexts) {
  CsvLabels labels = CsvLabels::found();
  std::vector<std::int64_t> ids;
  for (const char* text : {"b", "10", "a", "2", "B", "b"}) ids.push_back(labels.id_of(text));
  const CsvLabels::Classes classes = std::move(labels).finish();
  EXPECT_THAT(classes.names, ElementsAre("10", "2", "B", "a", "b"));
  for (std::int64_t& id : ids) id = classes.id_now[static_cast<std::size_t>(id)];
  EXPECT_THAT(ids, ElementsAre(4, 0, 3, 1, 2, 4));
}

TEST(CsvLabels, ListedKeepTheirPlaces) {
  CsvLabels labels = CsvLabels::listed({"dog", "cat"});
  EXPECT_EQ(labels.id_of("cat"), 1);
  EXPECT_EQ(labels.id_of("dog"), 0);
  EXPECT_EQ(message_of(ErrorKind::kInput, [&] { labels.id_of("cot"); }),
            "label `cot` is not one of `classes`; did you mean `cat`?");
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { labels.id_of("elephant"); }),
              HasSubstr("`classes` has 2 names"));
  const CsvLabels::Classes classes = std::move(labels).finish();
  EXPECT_THAT(classes.names, ElementsAre("dog", "cat"));
  EXPECT_TRUE(classes.id_now.empty());
}

TEST(CsvLabels, NumbersAreDecimalDigitsInRangeAndNothingElse) {
  CsvLabels labels = CsvLabels::numbers(10);
  EXPECT_EQ(labels.id_of("0"), 0);
  EXPECT_EQ(labels.id_of("9"), 9);
  EXPECT_EQ(labels.id_of("007"), 7);
  for (const char* text :
       {"10", "-1", "-0", "+1", "1.0", "1e0", "0x1", " 3 ", "cat", "99999999999999999999", "1 "}) {
    EXPECT_THAT(message_of(ErrorKind::kInput, [&] { labels.id_of(text); }),
                HasSubstr("is not an integer from 0 to 9"))
        << text;
  }
  const auto names = std::move(labels).finish().names;
  EXPECT_EQ(names.size(), 10u);
  EXPECT_EQ(names[7], "7");
}

TEST(CsvLabels, AreNeverEmpty) {
  for (CsvLabels labels : {CsvLabels::found(), CsvLabels::numbers(3), CsvLabels::listed({"a"})}) {
    EXPECT_THAT(message_of(ErrorKind::kInput, [&] { labels.id_of(""); }), HasSubstr("no label"));
  }
}

}  // namespace
}  // namespace epochmill::source
