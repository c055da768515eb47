#include "base/checked.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <limits>
#include <string>

namespace epochmill {
namespace {

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();

template <typename Action>
std::string internal_message(Action action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInternal);
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

TEST(CheckedCast, KeepsWhatFits) {
  EXPECT_EQ(checked_cast<std::uint8_t>(255), 255);
  EXPECT_EQ(checked_cast<std::int8_t>(-128LL), -128);
  EXPECT_EQ(checked_cast<std::int64_t>(std::uint64_t{kHighest}), kHighest);
  EXPECT_EQ(checked_cast<std::uint64_t>(kHighest), static_cast<std::uint64_t>(kHighest));
  EXPECT_EQ(checked_cast<int>(0U), 0);
}

TEST(CheckedCast, RefusesWhatWouldWrap) {
  EXPECT_THROW(checked_cast<std::uint8_t>(256), Error);
  EXPECT_THROW(checked_cast<std::uint8_t>(-1), Error);
  EXPECT_THROW(checked_cast<std::int8_t>(128U), Error);
  EXPECT_THROW(checked_cast<std::uint64_t>(kLowest), Error);
  EXPECT_THROW(checked_cast<std::int64_t>(kLargest), Error);
  EXPECT_THROW(checked_cast<std::int32_t>(std::int64_t{1} << 31), Error);
}

TEST(CheckedCast, NamesTheValue) {
  EXPECT_THAT(internal_message([] { checked_cast<std::uint16_t>(70000); }),
              ::testing::HasSubstr("70000"));
}

TEST(CheckedMul, GivesProductsThatFit) {
  EXPECT_EQ(checked_mul<std::uint64_t>(0xffffffff, 0xffffffff), 0xfffffffe00000001U);
  EXPECT_EQ(checked_mul<std::int64_t>(-3, 7), -21);
  EXPECT_EQ(checked_mul<std::int64_t>(kLowest, 1), kLowest);
  EXPECT_EQ(checked_mul<std::uint64_t>(kLargest, 0), 0U);
}

TEST(CheckedMul, RefusesProductsThatDoNot) {
  EXPECT_THROW(checked_mul<std::int64_t>(kLowest, -1), Error);
  EXPECT_THROW(checked_mul<std::uint64_t>(1ULL << 32, 1ULL << 32), Error);
  EXPECT_THROW(checked_mul<std::int32_t>(65536, 32768), Error);
  EXPECT_THAT(internal_message([] { checked_mul<std::uint64_t>(kLargest, 3); }),
              ::testing::HasSubstr("18446744073709551615 x 3"));
}

TEST(CheckedAdd, GivesSumsThatFit) {
  EXPECT_EQ(checked_add<std::uint64_t>(kLargest - 1, 1), kLargest);
  EXPECT_EQ(checked_add<std::int64_t>(kLowest, kHighest), -1);
  EXPECT_EQ(checked_add(2, 3), 5);
}

TEST(CheckedAdd, RefusesSumsThatDoNot) {
  EXPECT_THROW(checked_add<std::uint64_t>(kLargest, 1), Error);
  EXPECT_THROW(checked_add<std::int64_t>(kHighest, 1), Error);
  EXPECT_THROW(checked_add<std::int64_t>(kLowest, -1), Error);
  EXPECT_THAT(internal_message([] { checked_add<std::int32_t>(2147483647, 5); }),
              ::testing::HasSubstr("2147483647 + 5"));
}

}  // namespace
}  // namespace epochmill
