#include "ops/keypoints.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"

namespace epochmill::ops {
namespace {

image::Keypoint at(float x, float y) { return {x, y, true, true}; }
image::Keypoint hidden(float x, float y) { return {x, y, true, false}; }

TEST(Keypoints, AreInsideFromTheFirstPixelsEdgeToTheLast) {
  Keypoints points = {at(-0.5F, -0.5F), at(9.49F, 4.49F), at(9.5F, 0),
                      at(0, 4.5F),      at(-0.51F, 0),    at(NAN, 0)};
  hide_outside(points, {5, 10});
  const std::vector<bool> expected = {true, true, false, false, false, false};
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(points[i].is_visible, expected[i]) << i;
}

TEST(Keypoints, KeepTheirPlaceOutsideAndStayHiddenForGood) {
  Keypoints points = {at(2, 3)};
  shift_keypoints(points, -5, 0, {10, 10});
  EXPECT_EQ(points[0], hidden(-3, 3));
  shift_keypoints(points, 5, 0, {10, 10});
  EXPECT_EQ(points[0], hidden(2, 3));
}

TEST(Keypoints, ThatAreNotLabelledStayAtTheOrigin) {
  Keypoints points = {{}, at(1, 1)};
  shift_keypoints(points, 4, 5, {10, 10});
  resize_keypoints(points, {0, 0, 10, 10}, {20, 20});
  EXPECT_EQ(points[0], image::Keypoint{});
}

TEST(Keypoints, ResizeByPixelCentres) {
  Keypoints points = {at(0, 0), at(3, 3), at(1.5F, 1.5F)};
  resize_keypoints(points, {0, 0, 4, 4}, {8, 2});
  EXPECT_EQ(points[0], at(-0.25F, 0.5F));
  EXPECT_EQ(points[1], at(1.25F, 6.5F));
  EXPECT_EQ(points[2], at(0.5F, 3.5F));
}

TEST(Keypoints, ResizeABoxFromItsCorner) {
  Keypoints points = {at(12, 7), at(9, 7)};
  resize_keypoints(points, {5, 10, 4, 4}, {8, 8});
  EXPECT_EQ(points[0], at(4.5F, 4.5F));
  EXPECT_EQ(points[1], hidden(-1.5F, 4.5F));
}

TEST(Keypoints, MirrorAtTheMiddleAndSwapPairs) {
  Keypoints points = {at(0, 1), at(9, 2), at(4, 3)};
  mirror_keypoints(points, MirrorAxis::kHorizontal, {5, 10}, {{0, 1}});
  EXPECT_EQ(points, (Keypoints{at(0, 2), at(9, 1), at(5, 3)}));
  mirror_keypoints(points, MirrorAxis::kVertical, {5, 10}, {{0, 1}});
  EXPECT_EQ(points, (Keypoints{at(9, 3), at(0, 2), at(5, 1)}));
}

TEST(Keypoints, SwapPairsOfWhichOneIsNotLabelled) {
  Keypoints points = {at(2, 1), {}};
  mirror_keypoints(points, MirrorAxis::kHorizontal, {5, 10}, {{0, 1}});
  EXPECT_EQ(points, (Keypoints{{}, at(7, 1)}));
}

TEST(Keypoints, RefuseAPairThatIsNotThere) {
  Keypoints points = {at(2, 1)};
  EXPECT_THROW(mirror_keypoints(points, MirrorAxis::kHorizontal, {5, 10}, {{0, 1}}), Error);
}

}  // namespace
}  // namespace epochmill::ops
