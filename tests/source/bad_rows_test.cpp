#include "source/bad_rows.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"

namespace epochmill::source {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(BadRows, ThrowNothingWhenThereAreNone) { EXPECT_NO_THROW(BadRows("t.csv").throw_if_any()); }

TEST(BadRows, AreToldInTheOrderOfTheirLines) {
  BadRows bad("t.csv");
  bad.add(9, "late");
  bad.add(2, "early");
  EXPECT_EQ(message_of(ErrorKind::kInput, [&] { bad.throw_if_any(); }),
            "t.csv: 2 bad rows\nt.csv:2: early\nt.csv:9: late");
}

TEST(BadRows, ShowTwentyAndCountTheRest) {
  BadRows bad("t.csv");
  for (std::uint64_t line = 2; line < 27; ++line) bad.add(line, "wrong");
  const std::string message = message_of(ErrorKind::kInput, [&] { bad.throw_if_any(); });
  EXPECT_THAT(message, HasSubstr("25 bad rows"));
  EXPECT_THAT(message, HasSubstr("t.csv:21: "));
  EXPECT_THAT(message, Not(HasSubstr("t.csv:22: ")));
  EXPECT_THAT(message, HasSubstr("and 5 more"));
}

TEST(BadRows, EndTheReadingAtAHundred) {
  BadRows bad("t.csv");
  for (std::uint64_t line = 1; line < 100; ++line) bad.add(line, "wrong");
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { bad.add(100, "wrong"); }),
              HasSubstr("at least 100 bad rows"));
}

}  // namespace
}  // namespace epochmill::source
