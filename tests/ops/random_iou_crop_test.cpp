#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

const std::vector<image::ObjectBox> kBoxes = {{10, 8, 40, 44, 1}, {60, 20, 90, 50, 2}};

std::vector<float> drawn(const Op& op, std::uint64_t sample,
                         const std::vector<image::ObjectBox>& boxes) {
  std::vector<float> draws(4);
  op.draw_among(stream_at(sample), {61, 97}, boxes, draws);
  return draws;
}

double overlap(const std::vector<float>& crop, const image::ObjectBox& box) {
  const double width = std::min<double>(box.x1, crop[1] + crop[3]) - std::max(box.x0, crop[1]);
  const double height = std::min<double>(box.y1, crop[0] + crop[2]) - std::max(box.y0, crop[0]);
  const double both = std::max(width, 0.0) * std::max(height, 0.0);
  return both / (double{box.x1 - box.x0} * (box.y1 - box.y0) + double{crop[2]} * crop[3] - both);
}

TEST(RandomIouCrop, KeepsTheMiddleAndEnoughOfSomeObject) {
  const auto op = make_op("random_iou_crop", "sampler_options = [0.3]");
  std::set<std::vector<float>> seen;
  for (std::uint64_t s = 0; s < 300; ++s) {
    const std::vector<float> crop = drawn(*op, s, kBoxes);
    seen.insert(crop);
    const bool is_kept = std::any_of(kBoxes.begin(), kBoxes.end(), [&](const auto& box) {
      const float x = (box.x0 + box.x1) / 2;
      const float y = (box.y0 + box.y1) / 2;
      return x > crop[1] && x < crop[1] + crop[3] && y > crop[0] && y < crop[0] + crop[2] &&
             overlap(crop, box) >= 0.3;
    });
    EXPECT_TRUE(is_kept) << "sample " << s;
    const float aspect = crop[3] / crop[2];
    EXPECT_GE(aspect, 0.5F);
    EXPECT_LE(aspect, 2.0F);
  }
  EXPECT_GT(seen.size(), 250U);
}

TEST(RandomIouCrop, LeavesThePictureWithoutBoxesAsItIs) {
  const auto op = make_op("random_iou_crop", "");
  EXPECT_EQ(drawn(*op, 1, {}), (std::vector<float>{0, 0, 61, 97}));
  const auto whole = make_op("random_iou_crop", "sampler_options = [1.0]");
  EXPECT_EQ(drawn(*whole, 1, kBoxes), (std::vector<float>{0, 0, 61, 97}));
}

// No crop overlaps an object by nearly all of it: the draw numbers come to an end.
TEST(RandomIouCrop, EndsWhereNoCropCanBeFound) {
  const auto op = make_op("random_iou_crop", "sampler_options = [0.999]\ntrials = 200");
  EXPECT_EQ(drawn(*op, 1, {{3, 3, 4, 4, 1}}), (std::vector<float>{0, 0, 61, 97}));
}

TEST(RandomIouCrop, DropsABoxWhoseMiddleIsOutsideAndClipsOthers) {
  const auto op = make_op("random_iou_crop", "");
  Sample sample{.image = patterned(61, 97),
                .keypoints = {{30, 20, true, true}},
                .boxes = kBoxes,
                .mask = patterned_mask(61, 97)};
  op->apply(std::vector<float>{10, 5, 40, 60}, stream_at(0), sample);
  EXPECT_EQ(sample.boxes[0], (image::ObjectBox{5, 0, 35, 34, 1}));
  EXPECT_EQ(sample.boxes[1].x1 - sample.boxes[1].x0, 0);
  EXPECT_EQ(sample.keypoints[0], (image::Keypoint{25, 10, true, true}));
  EXPECT_EQ(sample.mask.height(), 40);
}

// The boxes that a later op draws for are those that the ops before it made.
TEST(RandomIouCrop, DrawsForTheBoxesThatReachIt) {
  const Chain chain = {recipe_of({{.op = "random_crop", .params = "size = [50, 60]"},
                                  {.op = "random_horizontal_flip", .params = ""},
                                  {.op = "random_iou_crop", .params = "sampler_options = [0.3]"}}),
                       with_keypoints(2, {{{0, 1}}})};
  EXPECT_TRUE(chain.looks_at_boxes());
  const std::vector<image::ObjectBox> boxes = {{30, 20, 70, 50, 1}};
  int cropped = 0;
  for (std::uint64_t s = 0; s < 100; ++s) {
    std::vector<float> draws(chain.draw_names().size());
    chain.draw({0, s, 0}, {61, 97}, boxes, draws);
    Sample sample{.image = patterned(61, 97), .keypoints = {{}, {}}, .boxes = boxes};
    chain.apply({0, s, 0}, draws, sample);
    const image::Shape shape = shape_of(sample.image);
    if (shape == image::Shape{50, 60}) continue;
    ++cropped;
    ASSERT_EQ(sample.boxes.size(), 1U) << "its middle must be inside";
    EXPECT_GE(
        double{sample.boxes[0].x1 - sample.boxes[0].x0} * (sample.boxes[0].y1 - sample.boxes[0].y0),
        0.3 * shape.height * shape.width * 0.99);
  }
  EXPECT_GT(cropped, 60);
}

TEST(RandomIouCrop, RefusesLimitsUpsideDown) {
  expect_error(ErrorKind::kUsage, "recipe.toml:2:", [] {
    make_op("random_iou_crop", "min_scale = 0.5\nmax_scale = 0.4");
  });
}

}  // namespace
}  // namespace epochmill::ops
