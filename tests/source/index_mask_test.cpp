#include "source/index_mask.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"

namespace epochmill::source {
namespace {

using ::testing::ElementsAre;

constexpr std::uint64_t kManyPixels = 1 << 20;

// The pixels alone.
Bytes pixels_of(const IndexMask& mask) {
  const Bytes pnm = mask.pnm();
  const auto pixels = static_cast<std::ptrdiff_t>(mask.size().height) * mask.size().width;
  return {pnm.end() - pixels, pnm.end()};
}

// A set of pixels that looks like chance, and the same as a region.
struct Scattered {
  explicit Scattered(std::uint32_t seed, std::size_t pixels) : is_in(pixels) {
    for (std::size_t i = 0; i < pixels; ++i) {
      seed = seed * 1664525 + 1013904223;
      is_in[i] = (seed >> 29) < 3;
      if (is_in[i]) append(region, {i, i + 1});
    }
  }
  std::vector<bool> is_in;
  Region region;
};

TEST(Region, JoinsRunsThatTouchAndLeavesOutEmptyOnes) {
  Region region;
  for (const PixelRun& run : {PixelRun{0, 2}, PixelRun{2, 3}, PixelRun{4, 4}, PixelRun{5, 6}})
    append(region, run);
  EXPECT_THAT(region, ElementsAre(PixelRun{0, 3}, PixelRun{5, 6}));
  EXPECT_THAT(united({{0, 3}, {8, 9}}, {{1, 2}, {3, 4}, {9, 9}}),
              ElementsAre(PixelRun{0, 4}, PixelRun{8, 9}));
}

TEST(IndexMask, IsPaintedAsAPictureWouldBe) {
  constexpr std::size_t kPixels = 7 * 11;
  IndexMask mask({.height = 7, .width = 11});
  Bytes expected(kPixels, 0);
  for (std::uint32_t i = 1; i <= 40; ++i) {
    const Scattered some(i, kPixels);
    const auto value = static_cast<std::uint8_t>(i * 97 % 5);
    mask.paint(some.region, value);
    for (std::size_t at = 0; at < kPixels; ++at) {
      if (some.is_in[at]) expected[at] = value;
    }
    ASSERT_EQ(pixels_of(mask), expected) << i;
    ASSERT_EQ(pixels_of(IndexMask::parse(mask.text(), kManyPixels)), expected) << i;
  }
}

TEST(IndexMask, IsAPnmOfOneChannel) {
  IndexMask mask({.height = 2, .width = 3});
  mask.paint({{1, 4}}, 255);
  EXPECT_EQ(as_text(mask.pnm()), std::string("P5\n3 2\n255\n\0\xFF\xFF\xFF\0\0", 17));
}

TEST(IndexMask, HasOneTextForEqualMasks) {
  IndexMask whole({.height = 30, .width = 10});
  IndexMask parts = whole;
  EXPECT_EQ(whole.text(), std::string("\x0A\x1E\0\xAC\x02", 5));
  whole.paint({{0, 300}}, 9);
  for (std::uint64_t i = 300; i-- > 0;) parts.paint({{i, i + 1}}, 9);
  EXPECT_EQ(whole.text(), parts.text());
  EXPECT_EQ(IndexMask::parse(parts.text(), 300).text(), parts.text());
}

TEST(IndexMask, RefusesTextsThatAreNoMask) {
  const std::string whole("\x02\x02\x07\x04", 4);
  EXPECT_EQ(pixels_of(IndexMask::parse(whole, 4)), Bytes(4, 7));
  for (const std::string& text :
       {std::string(), whole.substr(0, 1), whole.substr(0, 3), whole.substr(0, 2), whole + "\x07",
        whole + std::string("\x07\x01", 2), std::string("\0\x02", 2),
        std::string("\x02\x02\x07\x03", 4), std::string("\x02\x02\x07\x05", 4),
        std::string("\x02\x02\x07\0\x07\x04", 6),
        std::string("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 10),
        std::string("\xFF\xFF\xFF\xFF\x0F\x01\x00\x01", 8)}) {
    message_of(ErrorKind::kInput, [&] { IndexMask::parse(text, kManyPixels); });
  }
  message_of(ErrorKind::kInput, [&] { IndexMask::parse(whole, 3); });
}

TEST(IndexMask, IsRefusedBeforeMemoryIsTaken) {
  // 2^30 x 2^30 pixels, in one run.
  const std::string text(
      "\x80\x80\x80\x80\x04\x80\x80\x80\x80\x04\x07\x80\x80\x80\x80\x80\x80\x80\x10", 19);
  message_of(ErrorKind::kInput, [&] { IndexMask::parse(text, std::uint64_t{1} << 28); });
}

TEST(IndexMask, RefusesARegionThatLeavesIt) {
  IndexMask mask({.height = 2, .width = 2});
  message_of(ErrorKind::kInternal, [&] { mask.paint({{3, 5}}, 1); });
}

}  // namespace
}  // namespace epochmill::source
