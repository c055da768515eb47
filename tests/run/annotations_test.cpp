#include "run/annotations.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "error_of.hpp"
#include "temp_folder.hpp"

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

// The catalog of one sample with these boxes, in `folder`.
source::Catalog catalog_of(const TempFolder& folder, const std::vector<ObjectBox>& boxes,
                           bool are_relative) {
  source::Listing listing;
  listing.class_names = {"image"};
  listing.box_class_names = {"a", "b"};
  listing.boxes_are_relative = are_relative;
  listing.samples.push_back({.key = "x", .boxes = boxes});
  const auto file = folder / (are_relative ? "relative.h5" : "pixels.h5");
  source::write_catalog(file, listing, {});
  return source::Catalog(file);
}

TEST(BoxesInPixels, AreRelativeOnesTimesTheSideRoundedOnce) {
  const TempFolder folder;
  const std::vector<ObjectBox> boxes = {{0.1F, -0.3F, 0.7F, 1.2F, 1}, {0, 0, 1, 1, 0}};
  const auto catalog = catalog_of(folder, boxes, true);
  const auto times = [](float part, int side) {
    return static_cast<float>(static_cast<long double>(part) * side);
  };
  for (const image::Size size : {image::Size{427, 640}, image::Size{1, 3}, image::Size{65500, 7}}) {
    const auto found = boxes_in_pixels(catalog, 0, size);
    const ObjectBox first = {times(0.1F, size.width), times(-0.3F, size.height),
                             times(0.7F, size.width), times(1.2F, size.height), 1};
    const auto width = static_cast<float>(size.width);
    const auto height = static_cast<float>(size.height);
    EXPECT_EQ(found, (std::vector{first, ObjectBox{0, 0, width, height, 0}}));
  }
  EXPECT_EQ(boxes_in_pixels(catalog_of(folder, boxes, false), 0, {427, 640}), boxes);
}

TEST(BoxesInPixels, OverhangByAMillionthOfTheSideIsRounding) {
  const TempFolder folder;
  const auto catalog = catalog_of(folder,
                                  {{-0.9e-6F, 0, 1, 1, 0},
                                   {0, 0, 0.5F, 1.0000009F, 0},
                                   {-1.1e-6F, 0, 1, 1, 0},
                                   {0, 0, 1.0000012F, 1, 0}},
                                  true);
  for (const image::Size size : {image::Size{10, 20}, image::Size{4000, 3000}}) {
    EXPECT_EQ(count_overhanging(boxes_in_pixels(catalog, 0, size), size), 2U);
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
