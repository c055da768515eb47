// elastic_transform, random_zoom_out, scale_jitter, salt_and_pepper, and mask_fill of ops that add
// what was not in the picture.
#include <gtest/gtest.h>

#include <cmath>

#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

TEST(ElasticTransform, MovesPixelsByAsMuchAsTorchvisionDoes) {
  const auto op = make_op("elastic_transform", "alpha = 100\nsigma = 4");
  // A slope shows how far pixels have moved along x.
  image::ImageF32 slope(120, 120, 1);
  for (int y = 0; y < 120; ++y) {
    for (int x = 0; x < 120; ++x) *slope.pixel(y, x) = static_cast<float>(x);
  }
  Sample sample{.image = slope};
  op->apply({}, stream_at(1), sample);
  double squares = 0;
  int count = 0;
  for (int y = 20; y < 100; ++y) {
    for (int x = 20; x < 100; ++x, ++count) {
      const double moved = double{*std::get<image::ImageF32>(sample.image).pixel(y, x)} - x;
      squares += moved * moved;
    }
  }
  // Uniform noise has a deviation of 1 / sqrt(3), its blur by sigma 1 / (2 sqrt(pi) sigma) of that,
  // and half of alpha are pixels.
  const double expected = 50 / std::sqrt(3.0) / (2 * std::sqrt(3.14159265) * 4);
  EXPECT_NEAR(std::sqrt(squares / count), expected, 0.2 * expected);
}

TEST(ElasticTransform, RefusesASigmaThatThePictureHasNoRoomFor) {
  const auto op = make_op("elastic_transform", "");
  expect_error(ErrorKind::kInput, "resize first", [&] { applied(*op, patterned(20, 40), {}); });
}

TEST(RandomZoomOut, LaysThePictureOnItsCanvas) {
  const auto op = make_op("random_zoom_out", "p = 1\nfill = [1, 2, 3]\nmask_fill = 255");
  Sample sample{.image = patterned(20, 30),
                .keypoints = {{1, 2, true, true}},
                .boxes = {{1, 2, 3, 4, 5}},
                .mask = patterned_mask(20, 30)};
  op->apply(std::vector<float>{4, 5, 6, 7}, stream_at(0), sample);
  const auto& picture = std::get<image::ImageU8>(sample.image);
  EXPECT_EQ(picture.height(), 32);
  EXPECT_EQ(picture.width(), 40);
  EXPECT_EQ(picture.pixel(0, 0)[2], 3);
  EXPECT_EQ(picture.pixel(5, 4)[1], patterned(20, 30).pixel(0, 0)[1]);
  EXPECT_EQ(*sample.mask.pixel(0, 0), 255);
  EXPECT_EQ(*sample.mask.pixel(6, 4), *patterned_mask(20, 30).pixel(1, 0));
  EXPECT_EQ(sample.keypoints[0], (image::Keypoint{5, 7, true, true}));
  EXPECT_EQ(sample.boxes[0], (image::ObjectBox{5, 7, 7, 9, 5}));
}

TEST(RandomZoomOut, CountsItsFewOutcomes) {
  const auto op = make_op("random_zoom_out", "side_range = [1, 1]");
  EXPECT_EQ(op->outcomes({61, 97}), 1);
  const auto small = make_op("random_zoom_out", "side_range = [1, 2]\np = 1");
  // 2x1 to 4x2: 2x1, 3x1 and, at the very end alone, 4x2, in two places of its height.
  EXPECT_GE(small->outcomes({2, 1}), 2);
}

TEST(ScaleJitter, FitsIntoTheTargetAtScaleOne) {
  const auto op = make_op("scale_jitter", "target_size = [200, 100]\nscale_range = [1, 1]");
  EXPECT_EQ(draws_of(*op, stream_at(0), {50, 50}), (std::vector<float>{100, 100}));
  EXPECT_EQ(draws_of(*op, stream_at(0), {50, 200}), (std::vector<float>{50, 200}));
  EXPECT_EQ(op->outcomes({50, 200}), 1);
}

TEST(SaltAndPepper, HitsItsShareOfThePixels) {
  for (const bool is_per_channel : {false, true}) {
    const auto op = make_op("salt_and_pepper", is_per_channel ? "per_channel = true" : "");
    image::ImageU8 grey(200, 200, 3);
    grey.values().assign(grey.values().size(), 77);
    const auto picture = std::get<image::ImageU8>(applied(*op, grey, {0.25F, 0.8F}));
    int salt = 0;
    int pepper = 0;
    int uneven = 0;
    for (int y = 0; y < 200; ++y) {
      for (int x = 0; x < 200; ++x) {
        const std::uint8_t* rgb = picture.pixel(y, x);
        salt += rgb[0] == 255 ? 1 : 0;
        pepper += rgb[0] == 0 ? 1 : 0;
        uneven += rgb[0] != rgb[1] ? 1 : 0;
      }
    }
    EXPECT_NEAR(salt, 8000, 400);
    EXPECT_NEAR(pepper, 2000, 220);
    EXPECT_EQ(uneven > 0, is_per_channel);
  }
}

TEST(MaskFill, IsTheIndexWhereThePictureWasNot) {
  const std::vector<std::pair<const char*, const char*>> ops = {
      {"pad", "padding = 9"},
      {"random_crop", "size = [61, 97]\npadding = 9"},
      {"center_crop", "size = [90, 120]"},
      {"random_rotation", "degrees = [40, 50]"},
      {"random_affine", "degrees = [40, 50]"},
      {"random_perspective", "p = 1"},
      {"elastic_transform", "alpha = 500"},
      {"random_zoom_out", "p = 1\nside_range = [2, 2]"},
  };
  for (const auto& [name, params] : ops) {
    image::ImageU8 mask(61, 97, 1);
    mask.values().assign(mask.values().size(), 7);
    std::array<bool, 256> seen_by_default = {};
    std::array<bool, 256> seen = {};
    for (std::uint64_t s = 0; s < 5; ++s) {
      for (const bool is_given : {false, true}) {
        const auto op = make_op(name, std::string(params) + (is_given ? "\nmask_fill = 255" : ""));
        Sample sample{.image = patterned(61, 97), .mask = mask};
        op->apply(draws_of(*op, stream_at(s), {61, 97}), stream_at(s), sample);
        for (const std::uint8_t index : sample.mask.values()) {
          (is_given ? seen : seen_by_default)[index] = true;
        }
      }
    }
    EXPECT_TRUE(seen_by_default[0] && seen_by_default[7] && !seen_by_default[255]) << name;
    EXPECT_TRUE(seen[255] && seen[7] && !seen[0]) << name;
  }
}

TEST(Resize, TakesAntialiasFalseOnlyWhereItMeansSomething) {
  expect_error(ErrorKind::kUsage, "recipe.toml:3:", [] {
    make_op("resize", "size = 9\ninterpolation = \"bicubic\"\nantialias = false");
  });
  const auto plain = make_op("resize", "size = [20, 30]");
  const auto said = make_op("resize", "size = [20, 30]\nantialias = true");
  const auto aliased = make_op("resize", "size = [20, 30]\nantialias = false");
  EXPECT_EQ(applied(*plain, patterned(61, 97), {}), applied(*said, patterned(61, 97), {}));
  EXPECT_NE(applied(*plain, patterned(61, 97), {}), applied(*aliased, patterned(61, 97), {}));
}

}  // namespace
}  // namespace epochmill::ops
