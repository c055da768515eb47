#include "source/csv_reader.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"

namespace epochmill::source {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using Records = std::vector<std::vector<std::string>>;

Records read_all(std::string_view text, char delimiter = ',') {
  CsvReader reader(text, delimiter, "t.csv");
  Records records;
  while (reader.next()) records.push_back(reader.fields());
  return records;
}

std::string fault_of(std::string_view text) {
  return message_of(ErrorKind::kInput, [&] { read_all(text); });
}

TEST(CsvReader, ReadsPlainRecordsWithAnyLineEnd) {
  const Records expected{{"a", "b"}, {"1", "2"}};
  EXPECT_EQ(read_all("a,b\n1,2\n"), expected);
  EXPECT_EQ(read_all("a,b\r\n1,2\r\n"), expected);
  EXPECT_EQ(read_all("a,b\n1,2"), expected);
  EXPECT_EQ(read_all("\xEF\xBB\xBF"
                     "a,b\r\n1,2"),
            expected);
  EXPECT_EQ(read_all("a;b\n1;2", ';'), expected);
  EXPECT_EQ(read_all("a\tb\n1\t2", '\t'), expected);
}

TEST(CsvReader, KeepsSpacesAndEmptyFields) {
  EXPECT_EQ(read_all(" a ,,\n,,"), (Records{{" a ", "", ""}, {"", "", ""}}));
}

TEST(CsvReader, ReadsQuotedFields) {
  EXPECT_EQ(read_all("\"a,b\",\"say \"\"hi\"\"\",\"\"\n"), (Records{{"a,b", "say \"hi\"", ""}}));
  EXPECT_EQ(read_all("\"two\nlines\",\"\r\n\",\"\r\"\r\n"),
            (Records{{"two\nlines", "\r\n", "\r"}}));
  EXPECT_EQ(read_all("\"\"\"\""), (Records{{"\""}}));
  EXPECT_EQ(read_all("\xEF\xBB\xBF\"a\"\n"), (Records{{"a"}}));
}

TEST(CsvReader, AllowsEmptyLinesAtTheEndOnly) {
  EXPECT_EQ(read_all("a\n\n\r\n\n"), (Records{{"a"}}));
  EXPECT_THAT(fault_of("a\n\n\nb\n"), StartsWith("t.csv:2: an empty line"));
  EXPECT_THAT(fault_of("\na\n"), StartsWith("t.csv:1: an empty line"));
}

TEST(CsvReader, FindsNothingInAnEmptyFile) {
  EXPECT_TRUE(read_all("").empty());
  EXPECT_TRUE(read_all("\xEF\xBB\xBF").empty());
  EXPECT_TRUE(read_all("\n\r\n").empty());
}

TEST(CsvReader, CountsLinesThroughQuotedFields) {
  CsvReader reader("h\n\"1\n2\n3\"\nx\n", ',', "t.csv");
  std::vector<std::uint64_t> lines;
  while (reader.next()) lines.push_back(reader.line());
  EXPECT_THAT(lines, ElementsAre(1, 2, 5));
}

TEST(CsvReader, RefusesAQuoteThatIsNeverClosed) {
  EXPECT_THAT(fault_of("a\n\"b\nc\nd\n"),
              StartsWith("t.csv:2: a quoted field begins on this line"));
  EXPECT_THAT(fault_of("\""), StartsWith("t.csv:1:"));
  EXPECT_THAT(fault_of("\"a\"\""), StartsWith("t.csv:1:"));
}

TEST(CsvReader, RefusesQuotesInTheWrongPlace) {
  EXPECT_THAT(fault_of("a\nb\"c\"\n"), StartsWith("t.csv:2: a quote within a field"));
  EXPECT_THAT(fault_of("a\n \"c\"\n"), StartsWith("t.csv:2: a quote within a field"));
  EXPECT_THAT(fault_of("\"a\nb\" ,c\n"), StartsWith("t.csv:2: text after a closing quote"));
}

TEST(CsvReader, RefusesACarriageReturnAlone) {
  EXPECT_THAT(fault_of("a,b\rc,d\n"), HasSubstr("t.csv:1: a carriage return"));
  EXPECT_THAT(fault_of("a\nb\r"), HasSubstr("t.csv:2: a carriage return"));
  EXPECT_THAT(fault_of("\"a\"\rb"), HasSubstr("t.csv:1: a carriage return"));
}

TEST(CsvReader, RefusesWhatIsNotUtf8WithItsLine) {
  EXPECT_THAT(fault_of("a\ncaf\xE9\n"), StartsWith("t.csv:2: byte 0xE9 is not UTF-8"));
  EXPECT_THAT(fault_of("\xFF\xFE"
                       "a"),
              StartsWith("t.csv:1: byte 0xFF is not UTF-8"));
  EXPECT_THAT(fault_of(std::string_view("a\nb\0c\xFF", 6)), StartsWith("t.csv:2: a NUL byte"));
}

// A file cut at any place, or with any byte changed, gives records or an `input` error: nothing
// else.
TEST(CsvReader, SurvivesAnyCutAndAnyChangedByte) {
  const std::string whole = "a,\"b\"\"c\"\r\n\"x\ny\",z\n";
  for (std::size_t i = 0; i <= whole.size(); ++i) {
    std::vector<std::string> texts{whole.substr(0, i)};
    for (int byte = 0; i < whole.size() && byte < 256; ++byte) {
      texts.push_back(whole);
      texts.back()[i] = static_cast<char>(byte);
    }
    for (const std::string& text : texts) {
      try {
        read_all(text);
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput);
      }
    }
  }
}

}  // namespace
}  // namespace epochmill::source
