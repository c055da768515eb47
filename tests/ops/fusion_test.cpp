// `fuse`: the same draws, points and boxes as without it, and one resampling.
#include "ops/fusion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "ops/chain.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

Chain chain_of(const std::vector<AugmentText>& augments, bool is_fused) {
  recipe::Recipe recipe = recipe_of(augments);
  recipe.fuse = is_fused;
  return {recipe, with_keypoints(3, std::vector<std::pair<int, int>>{{0, 1}})};
}

const AugmentText kPad = {.op = "pad", .params = "padding = 9\nfill = 31.0", .line = 1};
const AugmentText kRotate = {
    .op = "random_rotation", .params = "degrees = 25\ninterpolation = \"bilinear\"", .line = 2};
const AugmentText kNearest = {.op = "random_rotation", .params = "degrees = 25", .line = 2};
const AugmentText kFlip = {.op = "random_horizontal_flip", .params = "", .line = 3};
const AugmentText kUpsideDown = {.op = "random_vertical_flip", .params = "", .line = 4};
const AugmentText kResizedCrop = {
    .op = "random_resized_crop", .params = "size = [60, 50]\nscale = [0.3, 1.0]", .line = 5};
const AugmentText kAffine = {.op = "random_affine",
                             .params =
                                 "degrees = 10\ntranslate = [0.1, 0.1]\nscale = [0.8, "
                                 "1.3]\nshear = 8.0\ninterpolation = \"bilinear\"",
                             .line = 6};
const AugmentText kPerspective = {
    .op = "random_perspective", .params = "distortion_scale = 0.3\np = 0.7", .line = 7};
const AugmentText kResize = {.op = "resize", .params = "size = [70, 80]", .line = 8};
const AugmentText kCenterCrop = {.op = "center_crop", .params = "size = [64, 90]", .line = 9};
const AugmentText kCrop = {
    .op = "random_crop", .params = "size = [48, 52]\npad_if_needed = true", .line = 10};
const AugmentText kJitter = {.op = "color_jitter", .params = "brightness = 0.4", .line = 11};

std::vector<std::vector<AugmentText>> chains() {
  return {{kPad, kRotate, kFlip, kResizedCrop},
          {kResize, kCenterCrop, kUpsideDown},
          {kFlip, kAffine, kPerspective, kCrop},
          {kCrop, kNearest, kFlip},
          {kResizedCrop, kRotate, kJitter, kResize, kCrop, kAffine},
          {kUpsideDown, kPerspective, kRotate, kResizedCrop}};
}

Sample annotated(image::ImageU8 picture) {
  Sample sample;
  sample.keypoints = {{20, 30, true, true}, {70.25F, 40.5F, true, true}, {0, 0, false, false}};
  sample.boxes = {{10, 12, 40, 50, 3}, {60, 20, 64, 24, 4}, {0, 0, 96, 80, 5}};
  sample.mask = patterned_mask(picture.height(), picture.width());
  sample.image = std::move(picture);
  return sample;
}

struct Made {
  std::vector<float> draws;
  Sample sample;
};

Made made_by(const Chain& chain, std::uint64_t number, const Sample& source) {
  Made made;
  made.draws.resize(chain.draw_names().size());
  const Pass pass = {.epoch = 2, .sample = number};
  chain.draw(pass, shape_of(source.image), made.draws);
  chain.apply(pass, made.draws, source, made.sample);
  return made;
}

TEST(Fusion, LeavesDrawsPointsAndBoxesAsTheyAre) {
  const Sample source = annotated(patterned(80, 96));
  for (const auto& augments : chains()) {
    const Chain plain = chain_of(augments, false);
    const Chain fused = chain_of(augments, true);
    for (std::uint64_t number = 0; number < 60; ++number) {
      const Made a = made_by(plain, number, source);
      const Made b = made_by(fused, number, source);
      EXPECT_EQ(a.draws, b.draws);
      EXPECT_EQ(a.sample.keypoints, b.sample.keypoints);
      EXPECT_EQ(a.sample.boxes, b.sample.boxes);
      EXPECT_EQ(shape_of(a.sample.image), shape_of(b.sample.image));
      EXPECT_EQ(a.sample.mask.height(), b.sample.mask.height());
      EXPECT_EQ(a.sample.mask.width(), b.sample.mask.width());
    }
  }
}

// A slope in each channel: every way of resampling gives about the same.
image::ImageU8 slopes(int height, int width) {
  image::ImageU8 picture(height, width, 3);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      picture.pixel(y, x)[0] = static_cast<std::uint8_t>(40 + x);
      picture.pixel(y, x)[1] = static_cast<std::uint8_t>(40 + y);
      picture.pixel(y, x)[2] = static_cast<std::uint8_t>(40 + (x + y) / 2);
    }
  }
  return picture;
}

// Share of the values that differ by more than 4 levels, edges to fill and all.
double share_that_differs(const image::Image& a, const image::Image& b) {
  const auto& one = std::get<image::ImageU8>(a).values();
  const auto& other = std::get<image::ImageU8>(b).values();
  double count = 0;
  for (std::size_t i = 0; i < one.size(); ++i) count += std::abs(one[i] - other[i]) > 4;
  return count / static_cast<double>(one.size());
}

TEST(Fusion, MakesThePictureOfTheOpsOneByOne) {
  Sample source;
  source.image = slopes(80, 96);
  source.keypoints.resize(3);
  for (const auto& augments : chains()) {
    const Chain plain = chain_of(augments, false);
    const Chain fused = chain_of(augments, true);
    for (std::uint64_t number = 0; number < 60; ++number) {
      const Made a = made_by(plain, number, source);
      const Made b = made_by(fused, number, source);
      EXPECT_LT(share_that_differs(a.sample.image, b.sample.image), 0.08)
          << augments.front().op << " " << number;
    }
  }
}

// Middle of the brightest pixels of channel 0.
image::Position brightest(const image::ImageU8& picture) {
  double sum = 0;
  image::Position at;
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      const double level = *picture.pixel(y, x);
      sum += level;
      at = {at.x + level * x, at.y + level * y};
    }
  }
  return sum < 300 ? image::Position{-1, -1} : image::Position{at.x / sum, at.y / sum};
}

TEST(Fusion, TakesAMarkAndItsPointAndItsMaskToOnePlace) {
  Sample source;
  image::ImageU8 picture(80, 96, 3);
  source.mask = image::ImageU8(80, 96, 1);
  for (int y = 39; y <= 41; ++y) {
    for (int x = 49; x <= 51; ++x) {
      std::fill_n(picture.pixel(y, x), 3, std::uint8_t{255});
      *source.mask.pixel(y, x) = 200;
    }
  }
  source.image = picture;
  source.keypoints = {{50, 40, true, true}, {50, 40, true, true}, {50, 40, true, true}};
  int seen = 0;
  for (auto augments : chains()) {
    if (augments.front().op == "pad") augments.front().params = "padding = 9";
    const Chain fused = chain_of(augments, true);
    for (std::uint64_t number = 0; number < 60; ++number) {
      const Sample made = made_by(fused, number, source).sample;
      const image::Keypoint& point = made.keypoints[2];
      const image::Shape shape = shape_of(made.image);
      const auto is_well_inside = [](float at, int side) {
        return at > 3 && static_cast<double>(at) < side - 4;
      };
      const image::Position mark = brightest(std::get<image::ImageU8>(made.image));
      const image::Position index = brightest(made.mask);
      if (!point.is_visible || mark.x < 0 || !is_well_inside(point.x, shape.width) ||
          !is_well_inside(point.y, shape.height)) {
        continue;
      }
      ++seen;
      EXPECT_NEAR(mark.x, point.x, 0.6);
      EXPECT_NEAR(mark.y, point.y, 0.6);
      EXPECT_NEAR(index.x, point.x, 1.1);
      EXPECT_NEAR(index.y, point.y, 1.1);
    }
  }
  EXPECT_GT(seen, 120);
}

TEST(Fusion, DoesNothingWhereOneOpResamplesAlone) {
  const Sample source = annotated(patterned(80, 96));
  const AugmentText never = {.op = "random_horizontal_flip", .params = "p = 0.0", .line = 3};
  const std::vector<std::vector<AugmentText>> alone = {
      {never, kRotate}, {kRotate, kJitter, kResize}, {kFlip, kCenterCrop, kCrop}};
  for (const auto& augments : alone) {
    for (std::uint64_t number = 0; number < 20; ++number) {
      const Sample a = made_by(chain_of(augments, false), number, source).sample;
      const Sample b = made_by(chain_of(augments, true), number, source).sample;
      EXPECT_EQ(a.image, b.image);
      EXPECT_EQ(a.mask, b.mask);
    }
  }
}

TEST(Fusion, DoesNotMixWhereAllTakeTheNearest) {
  Sample source;
  image::ImageU8 picture(80, 96, 3);
  for (int y = 0; y < 80; ++y) std::fill_n(picture.pixel(y, 48), 48 * 3, std::uint8_t{255});
  source.image = picture;
  source.keypoints.resize(3);
  for (std::uint64_t number = 0; number < 20; ++number) {
    const Sample made = made_by(chain_of({kCrop, kNearest, kFlip}, true), number, source).sample;
    for (const std::uint8_t value : std::get<image::ImageU8>(made.image).values()) {
      EXPECT_TRUE(value == 0 || value == 255);
    }
  }
}

TEST(Fusion, FillsTheMaskOfEachStepWithItsOwnIndex) {
  const std::vector<AugmentText> ops = {
      {.op = "pad", .params = "padding = 20\nmask_fill = 255", .line = 1},
      {.op = "random_rotation", .params = "degrees = [30, 40]\nmask_fill = 7", .line = 2}};
  std::vector<image::ImageU8> masks;
  for (const bool is_fused : {false, true}) {
    const Chain chain = chain_of(ops, is_fused);
    std::vector<float> draws(chain.draw_names().size());
    chain.draw({}, {80, 96}, draws);
    Sample sample = annotated(patterned(80, 96));
    std::ranges::fill(sample.mask.values(), std::uint8_t{100});
    chain.apply({}, draws, sample);
    masks.push_back(sample.mask);
  }
  const auto share = [&](std::size_t which, int index) {
    const auto& values = masks[which].values();
    return static_cast<double>(std::ranges::count(values, index)) /
           static_cast<double>(values.size());
  };
  for (const int index : {7, 100, 255}) {
    EXPECT_GT(share(0, index), 0.05) << index;
    EXPECT_NEAR(share(0, index), share(1, index), 0.01) << index;
  }
}

TEST(Fusion, LooksOnlyAtThePartUsed) {
  const Sample source = annotated(patterned(80, 96));
  for (const auto& augments : chains()) {
    const Chain chain = chain_of(augments, true);
    for (std::uint64_t number = 0; number < 30; ++number) {
      Made made = made_by(chain, number, source);
      const image::Box part = chain.part_used({80, 96}, made.draws);
      ASSERT_TRUE(image::is_inside(part, {80, 96}));
      Sample other = source;
      auto& picture = std::get<image::ImageU8>(other.image);
      for (int y = 0; y < 80; ++y) {
        for (int x = 0; x < 96; ++x) {
          if (y < part.top || y >= part.top + part.height || x < part.left ||
              x >= part.left + part.width) {
            std::fill_n(picture.pixel(y, x), 3, std::uint8_t{255});
          }
        }
      }
      Sample again;
      chain.apply({.epoch = 2, .sample = number}, made.draws, other, again);
      EXPECT_EQ(made.sample.image, again.image) << augments.front().op << " " << number;
    }
  }
}

TEST(Fusion, WorksOnNumbersOfAnyChannels) {
  Sample source;
  image::ImageF32 numbers(80, 96, 5);
  for (std::size_t i = 0; i < numbers.values().size(); ++i) {
    numbers.values()[i] = static_cast<float>(i % 1000) / 999.0F;
  }
  source.image = numbers;
  source.keypoints.resize(3);
  const AugmentText pad = {.op = "pad", .params = "padding = 9", .line = 1};
  const Sample made = made_by(chain_of({pad, kRotate, kResizedCrop}, true), 3, source).sample;
  EXPECT_EQ(shape_of(made.image), (image::Shape{60, 50, 5, image::PixelType::kF32}));
  for (const float value : std::get<image::ImageF32>(made.image).values()) {
    EXPECT_GE(value, 0);
    EXPECT_LE(value, 1);
  }
}

}  // namespace
}  // namespace epochmill::ops
