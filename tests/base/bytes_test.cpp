#include "base/bytes.hpp"

#include <gmock/gmock.h>

#include <string>

namespace epochmill {
namespace {

using ::testing::ElementsAre;

TEST(Bytes, OfTextAreItsCharacters) {
  EXPECT_THAT(as_bytes(std::string_view("A\xff\0z", 4)), ElementsAre(0x41, 0xff, 0x00, 0x7a));
  EXPECT_TRUE(as_bytes(std::string_view()).empty());
}

TEST(Bytes, OfNumbersAreLittleEndian) {
  const std::vector<std::uint32_t> values{0x01020304, 0xa0b0c0d0};
  EXPECT_THAT(as_bytes(values), ElementsAre(4, 3, 2, 1, 0xd0, 0xc0, 0xb0, 0xa0));
  EXPECT_THAT(as_bytes(std::span<const std::uint32_t>(values).subspan(1)),
              ElementsAre(0xd0, 0xc0, 0xb0, 0xa0));
}

TEST(Bytes, OfOneNumberViewThatNumber) {
  const std::uint16_t value = 0x1234;
  const ByteView view = bytes_of(value);
  EXPECT_THAT(view, ElementsAre(0x34, 0x12));
  EXPECT_EQ(static_cast<const void*>(view.data()), static_cast<const void*>(&value));
}

TEST(Bytes, ComeBackAsText) {
  const std::string text = "r\xc3\xa9sum\xc3\xa9";
  EXPECT_EQ(as_text(as_bytes(std::string_view(text))), text);
}

}  // namespace
}  // namespace epochmill
