#include "codec/picture_size.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "made_picture.hpp"

namespace epochmill::codec {
namespace {

using ::testing::HasSubstr;
using testing::input_error_of;

TEST(PictureSize, LetsPassWhatIsWithinTheLimit) {
  DecodeOptions options;
  options.max_pixels = 100;
  EXPECT_EQ(checked_size(20, 5, options), (image::Size{5, 20}));
  EXPECT_EQ(checked_size(1, 100, options), (image::Size{100, 1}));
}

TEST(PictureSize, RefusesMoreAndNamesTheLimit) {
  DecodeOptions options;
  options.max_pixels = 100;
  EXPECT_THAT(input_error_of([&] { checked_size(101, 1, options); }),
              HasSubstr("101 x 1 pixels, more than max_pixels = 100"));
  EXPECT_NE(input_error_of([&] { checked_size(11, 10, options); }), "");
  EXPECT_THAT(input_error_of([&] { checked_size(0, 10, options); }), HasSubstr("at least 1"));
  EXPECT_THAT(input_error_of([&] { checked_size(10, 0, options); }), HasSubstr("at least 1"));
}

TEST(PictureSize, DoesNotOverflow) {
  DecodeOptions options;
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_NE(input_error_of([&] { checked_size(most, most, options); }), "");
  EXPECT_NE(input_error_of(
                [&] { checked_size(std::uint64_t{1} << 32, std::uint64_t{1} << 32, options); }),
            "");
  options.max_pixels = most;
  EXPECT_NE(input_error_of([&] { checked_size(std::uint64_t{1} << 31, 1, options); }), "");
}

TEST(PictureSize, SwapsSidesForQuarterTurns) {
  for (int orientation = 0; orientation <= 9; ++orientation) {
    const bool is_turned = orientation >= 5 && orientation <= 8;
    EXPECT_EQ(oriented_size({3, 7}, orientation),
              (is_turned ? image::Size{7, 3} : image::Size{3, 7}));
  }
}

}  // namespace
}  // namespace epochmill::codec
