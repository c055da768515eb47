// Rotations, affine maps and perspectives as ops: what they draw, refuse, and do to points.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "image/layout.hpp"
#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

constexpr image::Shape kShape = {.height = 61, .width = 97};
const std::vector<float> kOwnCorners = {0, 0, 96, 0, 96, 60, 0, 60};

void refuses_params(const std::string& op, const std::string& params, const std::string& words) {
  expect_error(ErrorKind::kUsage, words, [&] { make_op(op, params); });
}

TEST(RandomRotation, ReadsDegreesAsTorchvision) {
  const auto both = make_op("random_rotation", "degrees = 30");
  const auto range = make_op("random_rotation", "degrees = [40, 50]");
  float least = 360;
  for (std::uint64_t s = 0; s < 200; ++s) {
    least = std::min(least, draws_of(*both, stream_at(s), kShape)[0]);
    const float angle = draws_of(*range, stream_at(s), kShape)[0];
    EXPECT_TRUE(angle >= 40 && angle <= 50) << angle;
  }
  EXPECT_LT(least, -25);
  refuses_params("random_rotation", "degrees = -3", "must not be negative");
  refuses_params("random_rotation", "degrees = [5, 4]", "smaller one comes first");
  refuses_params("random_rotation", "degrees = 5\nfill = [1, 2]", "1 or 3");
  refuses_params("random_rotation", "degrees = 361", "360");
}

TEST(RandomRotation, KnowsItsSizeWhenItKnowsItsAngle) {
  const auto op = make_op("random_rotation", "degrees = 90\nexpand = true");
  EXPECT_EQ(op->output_shape(kShape, {}), (image::Shape{.height = 0, .width = 0}));
  const std::vector<float> quarter = {90};
  EXPECT_EQ(op->output_shape(kShape, quarter), (image::Shape{.height = 97, .width = 61}));
}

TEST(RandomRotation, RefusesAFillThatIsNoPixel) {
  const auto op = make_op("random_rotation", "degrees = 90\nfill = 0.5");
  expect_error(ErrorKind::kUsage, "whole numbers", [&] { op->output_shape(kShape, {}); });
  EXPECT_EQ(op->output_shape({3, 4, 7, image::PixelType::kF32}, {}).channels, 7);
}

TEST(RandomRotation, OfAQuarterTurnMovesEverythingExactly) {
  Sample sample{.image = patterned(61, 97),
                .keypoints = {{96, 0, true, true}, {0, 0, true, true}, {}},
                .boxes = {{10, 20, 30.5F, 44, 3}},
                .mask = patterned_mask(61, 97),
                .kept = {}};
  const image::ImageU8 before = sample.mask;
  const std::vector<float> quarter = {90};
  make_op("random_rotation", "degrees = 90\nexpand = true")->apply(quarter, stream_at(0), sample);
  EXPECT_EQ(sample.image, image::Image(image::orient(patterned(61, 97), 8)));
  EXPECT_EQ(sample.mask, image::orient(before, 8));
  EXPECT_THAT(sample.keypoints, ElementsAre(image::Keypoint{0, 0, true, true},
                                            image::Keypoint{0, 96, true, true}, image::Keypoint{}));
  EXPECT_THAT(sample.boxes, ElementsAre(image::ObjectBox{20, 66.5F, 44, 87, 3}));
}

TEST(RandomAffine, DrawsWholePixelsAndNothingThatIsNotAskedFor) {
  const auto still = make_op("random_affine", "degrees = 0");
  EXPECT_THAT(draws_of(*still, stream_at(1), kShape), ElementsAre(0, 0, 0, 1, 0, 0));
  EXPECT_EQ(still->outcomes(kShape), 1);
  const auto moving = make_op("random_affine", "degrees = 0\ntranslate = [0.02, 0.05]");
  std::set<float> across;
  std::set<float> down;
  for (std::uint64_t s = 0; s < 500; ++s) {
    const std::vector<float> draws = draws_of(*moving, stream_at(s), kShape);
    across.insert(draws[1]);
    down.insert(draws[2]);
  }
  EXPECT_THAT(across, ElementsAre(-2, -1, 0, 1, 2));
  EXPECT_THAT(down, ElementsAre(-3, -2, -1, 0, 1, 2, 3));
  EXPECT_EQ(moving->outcomes(kShape), 5 * 7);
  EXPECT_EQ(moving->outcomes({}), kEndlessOutcomes);
}

TEST(RandomAffine, RefusesWhatMakesNoSense) {
  refuses_params("random_affine", "degrees = 0\nshear = [1, 2, 3]", "1, 2 or 4");
  refuses_params("random_affine", "degrees = 0\nshear = -1", "must not be negative");
  refuses_params("random_affine", "degrees = 0\nscale = [2, 1]", "smaller one comes first");
  refuses_params("random_affine", "degrees = 0\nscale = [0, 1]", "0.001");
  refuses_params("random_affine", "degrees = 0\ntranslate = [0, 1.5]", "translate");
  const auto op = make_op("random_affine", "degrees = 0");
  const auto refuses = [&](std::vector<float> draws, const std::string& words) {
    expect_error(ErrorKind::kInput, words, [&] { applied(*op, patterned(61, 97), draws); });
  };
  refuses({0, 0.5F, 0, 1, 0, 0}, "translate_x");
  refuses({0, 0, 0, 0, 0, 0}, "scale");
  refuses({0, 0, 0, 1, 400, 0}, "shear_x");
}

TEST(RandomAffine, PutsAPointOnThePixelThatItMarks) {
  const auto op = make_op("random_affine", "degrees = 0");
  int seen = 0;
  for (int i = 0; i < 40; ++i) {
    const int x = 20 + i;
    const int y = 15 + i % 7 * 4;
    image::ImageU8 picture(61, 97, 3);
    std::fill_n(picture.pixel(y, x), 3, 255);
    Sample sample{.image = picture,
                  .keypoints = {{static_cast<float>(x), static_cast<float>(y), true, true}},
                  .kept = {}};
    // Twice the size: the one pixel becomes four or so.
    const std::vector<float> draws = {static_cast<float>(9 * i), 5, -4, 2, 10, -5};
    op->apply(draws, stream_at(0), sample);
    const image::Keypoint& point = sample.keypoints[0];
    if (!point.is_visible) continue;
    ++seen;
    const auto& warped = std::get<image::ImageU8>(sample.image);
    const int column = static_cast<int>(point.x + 0.5F);
    const int row = static_cast<int>(point.y + 0.5F);
    EXPECT_EQ(*warped.pixel(row, column), 255) << "mark " << i;
  }
  EXPECT_GE(seen, 15);
}

TEST(RandomPerspective, DrawsCornersAsFarInAsItMay) {
  const auto op = make_op("random_perspective", "p = 1\ndistortion_scale = 0.1");
  std::vector<std::set<float>> seen(8);
  for (std::uint64_t s = 0; s < 500; ++s) {
    const std::vector<float> draws = draws_of(*op, stream_at(s), kShape);
    for (std::size_t i = 0; i < draws.size(); ++i) seen[i].insert(draws[i]);
  }
  for (const std::size_t left : {0U, 6U}) EXPECT_THAT(seen[left], ElementsAre(0, 1, 2, 3, 4));
  for (const std::size_t right : {2U, 4U}) {
    EXPECT_THAT(seen[right], ElementsAre(92, 93, 94, 95, 96));
  }
  for (const std::size_t top : {1U, 3U}) EXPECT_THAT(seen[top], ElementsAre(0, 1, 2, 3));
  for (const std::size_t low : {5U, 7U}) EXPECT_THAT(seen[low], ElementsAre(57, 58, 59, 60));
  EXPECT_EQ(op->outcomes(kShape), 625.0 * 256);
}

TEST(RandomPerspective, LeavesThePictureWhenItIsNotDrawn) {
  const auto op = make_op("random_perspective", "p = 0");
  EXPECT_EQ(draws_of(*op, stream_at(1), kShape), kOwnCorners);
  EXPECT_EQ(applied(*op, patterned(61, 97), kOwnCorners), image::Image(patterned(61, 97)));
  EXPECT_EQ(op->outcomes(kShape), 1);
}

// Of 4x4 pixels, half of the corners are on a line.
TEST(RandomPerspective, AlwaysDrawsCornersThatHaveAPerspective) {
  const auto op = make_op("random_perspective", "p = 1\ndistortion_scale = 1.0");
  for (const int side : {1, 2, 3, 4, 5}) {
    for (std::uint64_t s = 0; s < 500; ++s) {
      const std::vector<float> draws = draws_of(*op, stream_at(s), {side, side});
      EXPECT_NO_THROW(applied(*op, patterned(side, side), draws)) << "side " << side;
    }
  }
  expect_error(ErrorKind::kInput, "on a line", [&] {
    applied(*op, patterned(61, 97), {0, 0, 96, 0, 50, 0, 0, 60});
  });
}

TEST(RandomPerspective, GivesABoxOnTheHorizonAllOfThePicture) {
  // The bottom right corner beyond the line of its neighbours: the map folds over.
  const std::vector<float> draws = {0, 0, 60, 0, 20, 20, 0, 60};
  Sample sample{.image = patterned(97, 97),
                .keypoints = {{96, 96, true, true}},
                .boxes = {{0, 0, 97, 97, 1}, {2, 2, 4, 4, 2}},
                .kept = {}};
  make_op("random_perspective", "p = 1")->apply(draws, stream_at(0), sample);
  EXPECT_EQ(sample.boxes[0], (image::ObjectBox{0, 0, 97, 97, 1}));
  EXPECT_LT(sample.boxes[1].x1, 10);
  EXPECT_NEAR(sample.keypoints[0].x, 20, 1);
}

}  // namespace
}  // namespace epochmill::ops
