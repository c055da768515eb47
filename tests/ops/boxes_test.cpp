#include "ops/boxes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace epochmill::ops {
namespace {

using image::ObjectBox;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Boxes, AMirrorTakesAnEdgeToTheOtherSide) {
  Boxes boxes = {{1, 2, 4.5F, 6, 9}, {0, 0, 10, 8, 2}};
  mirror_boxes(boxes, MirrorAxis::kHorizontal, {8, 10});
  EXPECT_THAT(boxes, ElementsAre(ObjectBox{5.5F, 2, 9, 6, 9}, ObjectBox{0, 0, 10, 8, 2}));
  mirror_boxes(boxes, MirrorAxis::kVertical, {8, 10});
  EXPECT_THAT(boxes, ElementsAre(ObjectBox{5.5F, 2, 9, 6, 9}, ObjectBox{0, 0, 10, 8, 2}));
  boxes = {{1, 2, 4.5F, 7, 9}};
  mirror_boxes(boxes, MirrorAxis::kVertical, {8, 10});
  EXPECT_THAT(boxes, ElementsAre(ObjectBox{1, 1, 4.5F, 6, 9}));
}

TEST(Boxes, AMirrorTwiceIsNone) {
  const Boxes boxes = {{0.25F, 1, 4.5F, 6.125F, 9}};
  for (const MirrorAxis axis : {MirrorAxis::kHorizontal, MirrorAxis::kVertical}) {
    Boxes moved = boxes;
    mirror_boxes(moved, axis, {61, 97});
    EXPECT_NE(moved, boxes);
    mirror_boxes(moved, axis, {61, 97});
    EXPECT_EQ(moved, boxes);
  }
}

TEST(Boxes, AreClippedWhenTheyMove) {
  Boxes boxes = {{2, 3, 9, 8, 1}};
  shift_boxes(boxes, -4, -5, {4, 4});
  EXPECT_THAT(boxes, ElementsAre(ObjectBox{0, 0, 4, 3, 1}));
  boxes = {{2, 3, 9, 8, 1}};
  shift_boxes(boxes, 100, 0, {20, 20});
  EXPECT_THAT(boxes, ElementsAre(ObjectBox{20, 3, 20, 8, 1})) << "without area, at the edge";
  boxes = {{-0.5F, -1e-7F, 12, 8.5F, 4}};
  clip_boxes(boxes, {8, 10});
  EXPECT_THAT(boxes, ElementsAre(ObjectBox{0, 0, 10, 8, 4}));
}

TEST(Boxes, AreResizedByTheRatioOfTheSides) {
  Boxes boxes = {{12, 20, 32, 30, 7}, {10, 20, 50, 40, 8}};
  resize_boxes(boxes, {20, 10, 20, 40}, {10, 80});
  EXPECT_THAT(boxes, ElementsAre(ObjectBox{4, 0, 44, 5, 7}, ObjectBox{0, 0, 80, 10, 8}));
  boxes = {{1, 1, 2, 2, 0}};
  resize_boxes(boxes, {0, 0, 3, 3}, {7, 7});
  const auto third = static_cast<float>(1.0 * (7.0 / 3.0));
  const auto two_thirds = static_cast<float>(2.0 * (7.0 / 3.0));
  EXPECT_THAT(boxes, ElementsAre(ObjectBox{third, third, two_thirds, two_thirds, 0}));
}

TEST(Boxes, SmallOnesAreDroppedWithTheirLabels) {
  Boxes boxes = {{0, 0, 1, 1, 1}, {0, 0, 0.5F, 1.9F, 2}, {3, 3, 3, 9, 3},     {0, 0, 2, 0.5F, 4},
                 {5, 5, 4, 4, 5}, {NAN, 0, 9, 9, 6},     {0, 0, 10, 0.25F, 7}};
  drop_small_boxes(boxes, 1);
  EXPECT_THAT(boxes, ElementsAre(ObjectBox{0, 0, 1, 1, 1}, ObjectBox{0, 0, 2, 0.5F, 4},
                                 ObjectBox{5, 5, 4, 4, 5}, ObjectBox{0, 0, 10, 0.25F, 7}));
  boxes = {{0, 0, 0.1F, 0.1F, 1}, {3, 3, 3, 9, 3}};
  drop_small_boxes(boxes, 0);
  EXPECT_THAT(boxes, ElementsAre(ObjectBox{0, 0, 0.1F, 0.1F, 1})) << "one without area is none";
  drop_small_boxes(boxes, 2);
  EXPECT_THAT(boxes, IsEmpty());
}

}  // namespace
}  // namespace epochmill::ops
