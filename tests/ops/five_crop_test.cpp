#include "ops/five_crop.hpp"

#include <gtest/gtest.h>

#include "image/layout.hpp"
#include "ops/chain.hpp"
#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

image::Image cropped(const image::Image& picture, int top, int left) {
  return crop(picture, {top, left, 40, 50});
}

// torchvision's own words: the five crops, and then those of the flipped picture.
std::vector<image::Image> five_crops(const image::Image& picture) {
  // int(round((61 - 40) / 2.0)) is 10, half to even; (97 - 50) / 2 is 23.5, and so 24.
  return {cropped(picture, 0, 0), cropped(picture, 0, 47), cropped(picture, 21, 0),
          cropped(picture, 21, 47), cropped(picture, 10, 24)};
}

std::vector<image::Image> ten_crops(const image::Image& picture, bool is_vertical) {
  std::vector<image::Image> crops = five_crops(picture);
  for (const image::Image& crop :
       five_crops(is_vertical ? flip_vertical(picture) : flip_horizontal(picture))) {
    crops.push_back(crop);
  }
  return crops;
}

Chain chain_of(const std::string& text, const OpContext& context = {}) {
  return {recipe_of_text(text), context};
}

std::vector<Sample> views_of(const Chain& chain, const Sample& source, const Pass& pass = {}) {
  std::vector<float> draws(chain.draw_names().size());
  chain.draw(pass, shape_of(source.image), draws);
  std::vector<Sample> views;
  Sample room;
  chain.apply_views(pass, draws, source, room, [&](std::uint32_t view, const Sample& made) {
    EXPECT_EQ(view, views.size());
    views.push_back(made);
    // Each as it is made alone.
    chain.set_view(draws, view);
    Sample alone;
    chain.apply(pass, draws, source, alone);
    EXPECT_EQ(alone.image, made.image);
    EXPECT_EQ(alone.boxes, made.boxes);
    EXPECT_EQ(alone.keypoints, made.keypoints);
    EXPECT_EQ(alone.mask, made.mask);
    EXPECT_EQ(alone.kept.size(), made.kept.size());
  });
  return views;
}

const std::string kFive = "[[augment]]\nop = \"five_crop\"\nsize = [40, 50]\n";
const std::string kTen = "[[augment]]\nop = \"ten_crop\"\nsize = [40, 50]\n";

void expect_pictures(const std::vector<Sample>& views, const std::vector<image::Image>& expected) {
  ASSERT_EQ(views.size(), expected.size());
  for (std::size_t i = 0; i < views.size(); ++i) EXPECT_EQ(views[i].image, expected[i]) << i;
}

TEST(FiveCrop, GivesTorchvisionsCropsInItsOrder) {
  const Sample source{.image = patterned(61, 97)};
  const Chain five = chain_of(kFive);
  EXPECT_EQ(five.views(), 5U);
  expect_pictures(views_of(five, source), five_crops(source.image));
  const Chain ten = chain_of(kTen);
  EXPECT_EQ(ten.views(), 10U);
  expect_pictures(views_of(ten, source), ten_crops(source.image, false));
  expect_pictures(views_of(chain_of(kTen + "vertical_flip = true\n"), source),
                  ten_crops(source.image, true));
}

TEST(FiveCrop, TakesBoxesPointsAndMaskAlong) {
  Sample source{.image = patterned(61, 97),
                .keypoints = {{30, 20, true, true}, {70, 20, true, true}},
                .boxes = {{20, 10, 80, 50, 3}},
                .mask = {}};
  const image::ImageU8 mask = patterned_mask(61, 97);
  source.mask = mask;
  const OpContext context = with_keypoints(2, {{{0, 1}}});
  for (const bool is_vertical : {false, true}) {
    const Chain ten = chain_of(kTen + (is_vertical ? "vertical_flip = true\n" : ""), context);
    const std::vector<Sample> views = views_of(ten, source);
    const std::vector<image::Image> masks = ten_crops(mask, is_vertical);
    ASSERT_EQ(views.size(), 10U);
    for (std::size_t i = 0; i < 10; ++i) {
      EXPECT_EQ(image::Image(views[i].mask), masks[i]) << i;
      for (const image::Keypoint& point : views[i].keypoints) {
        if (!point.is_visible) continue;
        // The pixel below it is one of the two that were below the points.
        const auto x = static_cast<int>(point.x);
        const auto y = static_cast<int>(point.y);
        const auto& made = std::get<image::ImageU8>(views[i].image);
        const auto& before = std::get<image::ImageU8>(source.image);
        const bool is_mirrored = i >= 5;
        const bool is_first = (&point == views[i].keypoints.data()) != is_mirrored;
        EXPECT_EQ(made.pixel(y, x)[0], before.pixel(20, is_first ? 30 : 70)[0]) << i;
      }
    }
    EXPECT_EQ(views[0].boxes, (std::vector<image::ObjectBox>{{20, 10, 50, 40, 3}}));
    EXPECT_EQ(views[3].boxes, (std::vector<image::ObjectBox>{{0, 0, 33, 29, 3}}));
    EXPECT_TRUE(views[0].keypoints[0].is_visible);
    EXPECT_FALSE(views[0].keypoints[1].is_visible);
  }
}

TEST(FiveCrop, SharesAllOtherDrawsAndTheNoiseOfEachPixel) {
  const std::string noise = "[[augment]]\nop = \"gaussian_noise\"\nsigma = 0.3\n";
  const std::string first = "[[augment]]\nop = \"random_crop\"\nsize = [50, 70]\n";
  const std::string keep = "[[augment]]\nop = \"keep\"\nname = \"clean\"\n";
  const Sample source{.image = patterned(61, 97)};
  const Pass pass = {3, 44, 0};
  const std::vector<Sample> before = views_of(chain_of(first + noise + keep + kFive), source, pass);
  ASSERT_EQ(before.size(), 5U);
  const auto& whole = before[0].kept.at(0).image;
  EXPECT_EQ(before[3].image, crop(whole, {10, 20, 40, 50}));
  const image::ImageU8 plain(61, 97, 3);
  const std::vector<Sample> behind = views_of(chain_of(kFive + noise), {.image = plain}, pass);
  EXPECT_EQ(behind[0].image, behind[4].image) << "noise of another view";
}

TEST(FiveCrop, LooksAtAllOfThePicture) {
  const Chain first = chain_of(kFive);
  EXPECT_EQ(first.part_used({61, 97}, std::vector<float>{0}), (image::Box{0, 0, 61, 97}));
}

TEST(FiveCrop, RefusesASmallerPictureAndASecondOfItsKind) {
  expect_error(ErrorKind::kInput, "five_crop cuts 40 x 50 pixels out of a picture of 39 x 97", [] {
    std::vector<float> draws(1);
    chain_of(kFive).draw({}, {39, 97}, draws);
  });
  expect_error(ErrorKind::kUsage, "recipe.toml:4:1: ten_crop makes several rows of a sample",
               [] { chain_of(kFive + kTen); });
  expect_error(ErrorKind::kUsage, "set flip_pairs in [source]",
               [] { chain_of(kTen, with_keypoints(2, std::nullopt)); });
  EXPECT_NO_THROW(chain_of(kFive, with_keypoints(2, std::nullopt)));
  EXPECT_THROW(chain_of(kFive).set_view({}, 5), Error);
}

}  // namespace
}  // namespace epochmill::ops
