// Where each op that moves pixels puts boxes and masks, in numbers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

using image::ObjectBox;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A photo of 61x97 whose three channels are its mask, under `op`.
Sample moved(const std::string& op, const std::string& params, std::vector<float> draws,
             std::vector<ObjectBox> boxes = {}) {
  Sample sample;
  sample.mask = patterned_mask(61, 97);
  image::ImageU8 picture(61, 97, 3);
  for (int y = 0; y < 61; ++y) {
    for (int x = 0; x < 97; ++x) std::fill_n(picture.pixel(y, x), 3, *sample.mask.pixel(y, x));
  }
  sample.image = std::move(picture);
  sample.boxes = std::move(boxes);
  make_op(op, params)->apply(draws, stream_at(0), sample);
  return sample;
}

image::ImageU8 first_channel(const image::Image& image) {
  const auto& picture = std::get<image::ImageU8>(image);
  image::ImageU8 channel(picture.height(), picture.width(), 1);
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) *channel.pixel(y, x) = *picture.pixel(y, x);
  }
  return channel;
}

const std::vector<ObjectBox> kBox = {{10, 20, 30.5F, 44, 3}};

TEST(Annotations, FollowACenterCrop) {
  EXPECT_THAT(moved("center_crop", "size = [21, 17]", {}, kBox).boxes,
              ElementsAre(ObjectBox{0, 0, 0, 21, 3}));
  EXPECT_THAT(moved("center_crop", "size = [61, 57]", {}, kBox).boxes,
              ElementsAre(ObjectBox{0, 20, 10.5F, 44, 3}));
  EXPECT_THAT(moved("center_crop", "size = [71, 97]", {}, kBox).boxes,
              ElementsAre(ObjectBox{10, 25, 30.5F, 49, 3}));
}

TEST(Annotations, FollowABorder) {
  EXPECT_THAT(moved("pad", "padding = [1, 2, 3, 4]", {}, kBox).boxes,
              ElementsAre(ObjectBox{11, 22, 31.5F, 46, 3}));
}

TEST(Annotations, FollowARandomCrop) {
  EXPECT_THAT(moved("random_crop", "size = [40, 50]", {5, 12}, kBox).boxes,
              ElementsAre(ObjectBox{0, 15, 18.5F, 39, 3}));
  EXPECT_THAT(moved("random_crop", "size = [40, 50]\npadding = 4", {5, 12}, kBox).boxes,
              ElementsAre(ObjectBox{2, 19, 22.5F, 40, 3}));
}

TEST(Annotations, FollowARandomResizedCrop) {
  EXPECT_THAT(moved("random_resized_crop", "size = [40, 80]", {20, 10, 20, 40}, kBox).boxes,
              ElementsAre(ObjectBox{0, 0, 41, 40, 3}));
}

TEST(Annotations, FollowAResize) {
  EXPECT_THAT(moved("resize", "size = [122, 194]", {}, kBox).boxes,
              ElementsAre(ObjectBox{20, 40, 61, 88, 3}));
}

TEST(Annotations, FollowAMirror) {
  EXPECT_THAT(moved("random_horizontal_flip", "", {1}, kBox).boxes,
              ElementsAre(ObjectBox{66.5F, 20, 87, 44, 3}));
  EXPECT_THAT(moved("random_vertical_flip", "", {1}, kBox).boxes,
              ElementsAre(ObjectBox{10, 17, 30.5F, 41, 3}));
  EXPECT_EQ(moved("random_vertical_flip", "", {0}, kBox).boxes, kBox);
}

struct Move {
  const char* op;
  const char* params;
  std::vector<float> draws;
};

// The picture's own path is held against torchvision and Pillow elsewhere.
TEST(Annotations, TheMaskGoesWhereThePictureGoes) {
  const std::vector<Move> moves = {
      {"center_crop", "size = [21, 17]", {}},
      {"center_crop", "size = [70, 120]", {}},
      {"pad", "padding = [1, 2, 3, 4]", {}},
      {"pad", "padding = [1, 2, 3, 4]\npadding_mode = \"edge\"", {}},
      {"pad", "padding = [1, 2, 3, 4]\npadding_mode = \"reflect\"", {}},
      {"pad", "padding = [1, 2, 3, 4]\npadding_mode = \"symmetric\"", {}},
      {"random_crop", "size = [40, 50]", {5, 12}},
      {"random_crop", "size = [40, 50]\npadding = 4", {1, 2}},
      {"random_crop", "size = [80, 120]\npad_if_needed = true", {3, 4}},
      {"random_crop", "size = 60\npadding = [1, 2, 3, 4]\npadding_mode = \"reflect\"", {1, 0}},
      {"random_horizontal_flip", "", {1}},
      {"random_vertical_flip", "", {1}},
      {"resize", "size = 40\ninterpolation = \"nearest\"", {}},
      {"resize", "size = [133, 50]\ninterpolation = \"nearest\"", {}},
      {"random_resized_crop", "size = [31, 64]\ninterpolation = \"nearest\"", {3, 4, 40, 37}},
  };
  for (const Move& move : moves) {
    const Sample sample = moved(move.op, move.params, move.draws);
    EXPECT_EQ(sample.mask, first_channel(sample.image)) << move.op << " " << move.params;
  }
}

TEST(Annotations, TheMaskIsNeverBlended) {
  const Sample resized = moved("resize", "size = [50, 80]", {});
  EXPECT_EQ(resized.mask, moved("resize", "size = [50, 80]\ninterpolation = \"nearest\"", {}).mask);
  EXPECT_NE(resized.mask, first_channel(resized.image)) << "the picture is";
}

TEST(Annotations, AConstantBorderHasIndexZero) {
  const Sample padded = moved("pad", "padding = 2\nfill = 9", {});
  EXPECT_EQ(*std::get<image::ImageU8>(padded.image).pixel(0, 0), 9);
  EXPECT_EQ(*padded.mask.pixel(0, 0), 0);
  EXPECT_EQ(*padded.mask.pixel(2, 2), *patterned_mask(61, 97).pixel(0, 0));
}

TEST(Annotations, ASampleWithoutAMaskGetsNone) {
  Sample sample;
  sample.image = patterned(61, 97);
  make_op("resize", "size = 40")->apply({}, stream_at(0), sample);
  make_op("pad", "padding = 4")->apply({}, stream_at(0), sample);
  make_op("random_horizontal_flip", "")->apply(std::vector<float>{1}, stream_at(0), sample);
  EXPECT_EQ(sample.mask, image::ImageU8());
  EXPECT_THAT(sample.boxes, IsEmpty());
}

// Boxes that `recipe` leaves of `boxes`.
std::vector<ObjectBox> left_by(const recipe::Recipe& recipe, std::vector<ObjectBox> boxes) {
  const Chain chain(recipe, {});
  Sample source;
  source.image = patterned(61, 97);
  source.boxes = std::move(boxes);
  Sample made;
  made.boxes = {{1, 2, 3, 4, 99}};  // of the sample before
  chain.apply({}, std::vector<float>(chain.draw_names().size()), source, made);
  return made.boxes;
}

TEST(Annotations, TheChainDropsWhatGetsTooSmall) {
  recipe::Recipe recipe =
      recipe_of({{"center_crop", "size = [61, 57]"}, {"resize", "size = [61, 5]"}});
  const std::vector<ObjectBox> boxes = {{10, 20, 30.5F, 44, 3},  // 0.92 x 24 at last
                                        {0, 0, 20, 61, 4},       // cropped away
                                        {30, 0, 40, 1, 5},  // 0.88 x 1: under 1 after the resize
                                        {50, 0, 50.5F, 1, 6}};  // under 1 in the photo
  const auto labels = [&] {
    std::vector<std::int64_t> left;
    for (const ObjectBox& box : left_by(recipe, boxes)) left.push_back(box.label);
    return left;
  };
  EXPECT_THAT(labels(), ElementsAre(3));
  recipe.min_box_area = 0;
  EXPECT_THAT(labels(), ElementsAre(3, 5, 6));
  recipe.min_box_area = 30;
  EXPECT_THAT(labels(), IsEmpty());
}

TEST(Annotations, TheChainClipsAndDropsWithoutAnyOp) {
  const recipe::Recipe recipe = recipe_of({});
  EXPECT_THAT(left_by(recipe, {{-5, 2, 200, 4, 1}, {-5, 2, 0, 9, 2}}),
              ElementsAre(ObjectBox{0, 2, 97, 4, 1}));
}

}  // namespace
}  // namespace epochmill::ops
