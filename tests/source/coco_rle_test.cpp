#include "source/coco_rle.hpp"

#include <gmock/gmock.h>

#include <tuple>

#include "listing.hpp"

namespace epochmill::source {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The other way round: what the compressed form of these counts is.
std::string compressed(const std::vector<std::int64_t>& counts) {
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::int64_t number = i > 2 ? counts[i] - counts[i - 2] : counts[i];
    for (bool is_last = false; !is_last;) {
      const auto group = static_cast<int>(number & 0x1F);
      number >>= 5;
      is_last = (group & 0x10) != 0 ? number == -1 : number == 0;
      text += static_cast<char>('0' + group + (is_last ? 0 : 0x20));
    }
  }
  return text;
}

TEST(CocoRle, ReadsTheCompressedForm) {
  // An example of COCO's own tool.
  EXPECT_THAT(parse_rle_counts("61X13mN000`0"), ElementsAreArray({6, 1, 40, 4, 5, 4, 5, 4, 21}));
  const std::vector<std::int64_t> counts{0, 15, 16, 1, 1000000, 31, 32, 0, 5};
  EXPECT_THAT(parse_rle_counts(compressed(counts)), ElementsAreArray(counts));
  EXPECT_THAT(parse_rle_counts(""), IsEmpty());
}

TEST(CocoRle, RefusesOtherTexts) {
  const auto fault = [](const std::string& text) {
    return message_of(ErrorKind::kInput, [&] { parse_rle_counts(text); });
  };
  EXPECT_THAT(fault("P"), HasSubstr("end within a number"));
  EXPECT_THAT(fault("1/"), HasSubstr("a byte 0x2f"));
  EXPECT_THAT(fault("p"), HasSubstr("a byte 0x70"));
  EXPECT_THAT(fault("\xFF"), HasSubstr("a byte 0xff"));
  EXPECT_THAT(fault("@"), HasSubstr("give -16 pixels"));
  EXPECT_THAT(fault("oooooooooooo0"), HasSubstr("too long"));
}

TEST(CocoRle, CountsDownTheColumns) {
  const image::Size size{.height = 3, .width = 4};
  // Columns: ..# ##. ... ..#
  const std::vector<std::uint64_t> counts{2, 3, 6, 1};
  EXPECT_THAT(region_of_rle(counts, size),
              ElementsAre(PixelRun{1, 2}, PixelRun{5, 6}, PixelRun{8, 9}, PixelRun{11, 12}));
  const std::vector<std::uint64_t> all{0, 12};
  EXPECT_THAT(region_of_rle(all, size), ElementsAre(PixelRun{0, 12}));
}

TEST(CocoRle, MustHaveThePixelsOfItsPicture) {
  const image::Size size{.height = 3, .width = 4};
  const auto fault = [&](const std::vector<std::uint64_t>& counts) {
    return message_of(ErrorKind::kInput, [&] { region_of_rle(counts, size); });
  };
  EXPECT_THAT(fault({2, 3}), HasSubstr("add up to 5 pixels; expected 12, for 4 x 3"));
  EXPECT_THAT(fault({2, 11}), HasSubstr("exceed the 12 pixels"));
  EXPECT_THAT(fault({1, std::uint64_t{0} - 1, 12}), HasSubstr("exceed"));
  EXPECT_THAT(fault({}), HasSubstr("add up to 0"));
}

}  // namespace
}  // namespace epochmill::source
