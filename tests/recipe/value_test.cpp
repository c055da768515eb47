#include "recipe/value.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "lcg.hpp"

namespace epochmill::recipe {
namespace {

template <typename T>
std::string toml_of(T data) {
  return to_toml({std::move(data), {}});
}

Value parsed(const std::string& toml) { return parse_toml_value(toml, "test"); }

std::string utf8_of(std::uint32_t c) {
  const auto byte = [](std::uint32_t bits) { return static_cast<char>(bits); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xC0 | c >> 6), byte(0x80 | (c & 0x3F))};
  if (c < 0x10000)
    return {byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F))};
  return {byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 0x3F)), byte(0x80 | (c >> 6 & 0x3F)),
          byte(0x80 | (c & 0x3F))};
}

TEST(Location, IsFileLineColumnOrJustTheOption) {
  EXPECT_EQ((Location{"a.toml", 3, 7}.text()), "a.toml:3:7");
  EXPECT_EQ((Location{"--set p=1", 0, 0}.text()), "--set p=1");
}

TEST(Value, NamesItsType) {
  EXPECT_STREQ((Value{true, {}}.type_name()), "a boolean");
  EXPECT_STREQ((Value{std::int64_t{1}, {}}.type_name()), "an integer");
  EXPECT_STREQ((Value{1.0, {}}.type_name()), "a number");
  EXPECT_STREQ((Value{std::string(), {}}.type_name()), "a string");
  EXPECT_STREQ((Value{Array{}, {}}.type_name()), "an array");
  EXPECT_STREQ((Value{Table{}, {}}.type_name()), "a table");
}

TEST(ToToml, WritesEachType) {
  EXPECT_EQ(toml_of(true), "true");
  EXPECT_EQ(toml_of(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(toml_of(Array{{1.0, {}}, {std::string("x"), {}}}), "[1.0, \"x\"]");
  EXPECT_EQ(toml_of(Array{}), "[]");
  EXPECT_EQ(toml_of(Table{{{"a", {}, {false, {}}}, {"b c", {}, {std::int64_t{2}, {}}}}, {}}),
            "{a = false, \"b c\" = 2}");
}

TEST(ToToml, WritesRealsThatStayReals) {
  EXPECT_EQ(toml_of(1.0), "1.0");
  EXPECT_EQ(toml_of(-0.5), "-0.5");
  EXPECT_EQ(toml_of(0.1), "0.1");
  EXPECT_EQ(toml_of(-0.0), "-0.0");
  EXPECT_EQ(toml_of(1e22), "1e+22");
  EXPECT_EQ(toml_of(5e-324), "5e-324");
  EXPECT_EQ(toml_of(std::nan("")), "nan");
  EXPECT_EQ(toml_of(-INFINITY), "-inf");
}

TEST(ToToml, RealsComeBackBitForBit) {
  Lcg lcg(1);
  for (int i = 0; i < 20000; ++i) {
    const double real = std::bit_cast<double>(lcg.next64());
    if (!std::isfinite(real)) continue;
    const Value back = parsed(toml_of(real));
    ASSERT_TRUE(std::holds_alternative<double>(back.data)) << toml_of(real);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(std::get<double>(back.data)),
              std::bit_cast<std::uint64_t>(real))
        << toml_of(real);
  }
}

TEST(ToToml, EveryCharacterOfAStringComesBack) {
  std::string all;
  for (std::uint32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    all += utf8_of(c);
  }
  const Value back = parsed(toml_of(all));
  EXPECT_TRUE(std::get<std::string>(back.data) == all);
}

TEST(ToToml, StringsWithQuotesAndControlsAreOneLine) {
  EXPECT_EQ(toml_of(std::string("a\"b\\c\n\t\r\x01\x7f")), R"("a\"b\\c\n\t\u000D\u0001\u007F")");
}

TEST(Shown, CutsLongValuesBetweenCharacters) {
  EXPECT_EQ(shown(std::string_view("short")), "short");
  EXPECT_EQ(shown(std::string(81, 'x')), std::string(77, 'x') + "...");
  std::string umlauts;
  for (int i = 0; i < 50; ++i) umlauts += "ü";
  const std::string head = umlauts.substr(0, 76);
  EXPECT_EQ(shown("x" + umlauts), "x" + head + "...");
  EXPECT_EQ(shown(umlauts), head + "...");
}

}  // namespace
}  // namespace epochmill::recipe
