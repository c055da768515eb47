#include "base/packing.hpp"

#include <gmock/gmock.h>

#include "error_of.hpp"

namespace epochmill {
namespace {

TEST(Packing, GivesBackWhatWasPut) {
  Packer packer;
  packer.number(1ULL << 63);
  packer.text("");
  packer.numbers({3, 1, 2});
  packer.text("a text");
  packer.numbers({});
  const Bytes message = packer.take();
  Unpacker unpacker(message);
  EXPECT_EQ(unpacker.number(), 1ULL << 63);
  EXPECT_EQ(unpacker.text(), "");
  EXPECT_THAT(unpacker.numbers(), ::testing::ElementsAre(3, 1, 2));
  EXPECT_EQ(unpacker.text(), "a text");
  EXPECT_THAT(unpacker.numbers(), ::testing::IsEmpty());
  EXPECT_TRUE(unpacker.is_at_end());
  EXPECT_EQ(error_of([&] { unpacker.number(); }).kind(), ErrorKind::kInternal);
}

// Before memory is taken for it.
TEST(Packing, RefusesLengthsBeyondTheMessage) {
  Packer packer;
  packer.number(~0ULL);
  packer.number(0);
  const Bytes message = packer.take();
  EXPECT_EQ(error_of([&] { Unpacker(message).text(); }).kind(), ErrorKind::kInternal);
  EXPECT_EQ(error_of([&] { Unpacker(message).numbers(); }).kind(), ErrorKind::kInternal);
}

}  // namespace
}  // namespace epochmill
