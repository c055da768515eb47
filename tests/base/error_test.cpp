#include "base/error.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <new>

namespace epochmill {
namespace {

TEST(Error, CarriesItsKindAndMessage) {
  const Error error(ErrorKind::kIo, "disk full");
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_STREQ(error.what(), "disk full");
}

TEST(Error, IsCaughtAsAStandardException) {
  try {
    throw input_error("bad {}", "picture");
  } catch (const std::exception& error) {
    EXPECT_STREQ(error.what(), "bad picture");
  }
}

TEST(Error, IsFormattedWithTheKindOfItsMaker) {
  EXPECT_EQ(usage_error("{}", 1).kind(), ErrorKind::kUsage);
  EXPECT_EQ(input_error("{}", 1).kind(), ErrorKind::kInput);
  EXPECT_EQ(io_error("{}", 1).kind(), ErrorKind::kIo);
  EXPECT_EQ(internal_error("{}", 1).kind(), ErrorKind::kInternal);
  EXPECT_STREQ(usage_error("epoch {} of {:04}", 3, 17).what(), "epoch 3 of 0017");
}

TEST(Error, OfAnyTypeHasAKind) {
  EXPECT_EQ(kind_of(Error(ErrorKind::kStopped, "")), ErrorKind::kStopped);
  EXPECT_EQ(kind_of(std::bad_alloc()), ErrorKind::kIo);
  EXPECT_EQ(kind_of(std::filesystem::filesystem_error("", std::error_code())), ErrorKind::kIo);
  EXPECT_EQ(kind_of(std::logic_error("")), ErrorKind::kInternal);
}

TEST(Error, HasTheExitCodeOfItsKind) {
  EXPECT_EQ(exit_code(ErrorKind::kUsage), 64);
  EXPECT_EQ(exit_code(ErrorKind::kInput), 65);
  EXPECT_EQ(exit_code(ErrorKind::kInternal), 70);
  EXPECT_EQ(exit_code(ErrorKind::kIo), 74);
  EXPECT_EQ(exit_code(ErrorKind::kStopped), 75);
}

}  // namespace
}  // namespace epochmill
