#include "base/utf8.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace epochmill {
namespace {

// RFC 3629 written out plainly: decode, then check that the shortest form was used and the value is
// allowed.
bool is_character_plainly(const std::string& text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  std::uint32_t value = byte(0);
  if (text.size() == 1) return value < 0x80;
  const std::uint32_t marks[] = {0, 0, 0xC0, 0xE0, 0xF0};
  const std::uint32_t masks[] = {0, 0, 0xE0, 0xF0, 0xF8};
  if ((value & masks[text.size()]) != marks[text.size()]) return false;
  value &= ~masks[text.size()] & 0xFFu;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if ((byte(i) & 0xC0) != 0x80) return false;
    value = value << 6 | (byte(i) & 0x3Fu);
  }
  const std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  return value >= least[text.size()] && value <= 0x10FFFF && !(value >= 0xD800 && value <= 0xDFFF);
}

TEST(Utf8, AgreesWithThePlainDecoderOnAllTwoBytesAndEdgesOfMore) {
  const std::uint8_t edges[] = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF};
  for (int lead = 0; lead < 256; ++lead) {
    for (int second = 0; second < 256; ++second) {
      std::string text{static_cast<char>(lead), static_cast<char>(second)};
      EXPECT_EQ(utf8_character_size(text) == 2, is_character_plainly(text))
          << lead << ' ' << second;
      for (const std::uint8_t third : edges) {
        const std::string three = text + static_cast<char>(third);
        EXPECT_EQ(utf8_character_size(three) == 3, is_character_plainly(three))
            << lead << ' ' << second;
        for (const std::uint8_t fourth : edges) {
          const std::string four = three + static_cast<char>(fourth);
          EXPECT_EQ(utf8_character_size(four) == 4, is_character_plainly(four))
              << lead << ' ' << second;
        }
      }
    }
  }
}

TEST(Utf8, FindsTheFirstByteThatIsNone) {
  EXPECT_EQ(find_invalid_utf8(""), std::string::npos);
  EXPECT_EQ(find_invalid_utf8("caf\xC3\xA9"), std::string::npos);
  EXPECT_EQ(find_invalid_utf8("caf\xE9 au lait"), 3u);
  EXPECT_EQ(find_invalid_utf8("ab\xC3"), 2u);
}

}  // namespace
}  // namespace epochmill
