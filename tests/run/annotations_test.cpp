#include "run/annotations.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "error_of.hpp"

namespace epochmill::run {
namespace {

using image::ObjectBox;
using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(CountOverhanging, ForgivesRoundingAndCountsTheRest) {
  const image::Size size = {100, 1000};
  const std::vector<ObjectBox> inside = {
      {0, 0, 1000, 100, 0}, {-0.0009F, -0.00009F, 10, 10, 0}, {0, 0, 1000.0009F, 100.00009F, 0}};
  EXPECT_EQ(count_overhanging(inside, size), 0U);
  for (const ObjectBox& box : {ObjectBox{-0.0011F, 0, 5, 5, 0}, ObjectBox{0, -0.00011F, 5, 5, 0},
                               ObjectBox{0, 0, 1000.0012F, 5, 0}, ObjectBox{0, 0, 5, 100.00012F, 0},
                               ObjectBox{2000, 2000, 3000, 3000, 0}}) {
    EXPECT_EQ(count_overhanging(std::vector{box, inside[0], box}, size), 2U);
  }
}

TEST(CountOverhanging, RefusesABoxThatIsNone) {
  for (const ObjectBox& box : {ObjectBox{5, 0, 4, 9, 0}, ObjectBox{0, 9, 4, 8, 0},
                               ObjectBox{NAN, 0, 4, 9, 0}, ObjectBox{0, 0, INFINITY, 9, 0}}) {
    const std::vector<ObjectBox> boxes = {{0, 0, 1, 1, 0}, box};
    const Error error = error_of([&] { count_overhanging(boxes, {10, 10}); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("box 1 "), HasSubstr("x0 <= x1")));
  }
}

TEST(DecodeMask, HasThePicturesSize) {
  image::ImageU8 mask(3, 5, 1);
  mask.pixel(2, 4)[0] = 9;
  const Bytes png = codec::encode_png(mask);
  EXPECT_EQ(decode_mask(png, {}, {3, 5}).image, mask);
  const Error error = error_of([&] { decode_mask(png, {}, {5, 3}); });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("3 x 5"), HasSubstr("5 x 3")));
}

TEST(DecodeMask, SaysThatTheMaskIsAtFault) {
  const Error error = error_of([] {
    decode_mask(codec::encode_png(image::ImageU8(3, 5, 3)), {}, {3, 5});
  });
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("its mask: "), HasSubstr("3 channels")));
}

}  // namespace
}  // namespace epochmill::run
