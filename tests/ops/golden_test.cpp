// The bytes that a chain of all ops has always given: equal on every CPU, compiler and number of
// threads. A change here is a change of every dataset that users have made.
#include <gtest/gtest.h>

#include "base/digest.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

constexpr image::ObjectBox kBox = {10, 20, 30.5F, 44, 3};

Chain full_chain() {
  return {recipe_of({
              {.op = "resize", .params = "size = 64"},
              {.op = "pad", .params = "padding = 2\npadding_mode = \"reflect\""},
              {.op = "random_crop", .params = "size = 60\npadding = 3"},
              {.op = "random_resized_crop", .params = "size = [40, 48]"},
              {.op = "center_crop", .params = "size = [38, 50]"},
              {.op = "random_horizontal_flip", .params = ""},
              {.op = "random_vertical_flip", .params = ""},
              {.op = "color_jitter",
               .params = "brightness = 0.4\ncontrast = 0.4\nsaturation = 0.4\nhue = 0.1"},
              {.op = "random_grayscale", .params = "p = 0.3"},
              {.op = "keep", .params = "name = \"clean\""},
              {.op = "gaussian_blur", .params = "kernel_size = [5, 3]"},
              {.op = "gaussian_noise", .params = ""},
              {.op = "normalize",
               .params = "mean = [0.485, 0.456, 0.406]\nstd = [0.229, 0.224, 0.225]"},
          }),
          {}};
}

struct Digests {
  std::uint64_t drawn = 0;
  std::uint64_t milled = 0;
};

// Of 20 samples with a point, a box and a mask.
Digests digests_of(const Chain& chain) {
  Digester drawn;
  Digester milled;
  for (std::uint64_t s = 0; s < 20; ++s) {
    const Pass pass = {static_cast<std::uint32_t>(s % 3), s * 12345, 0};
    std::vector<float> draws(chain.draw_names().size());
    chain.draw(pass, {61, 97}, std::vector<image::ObjectBox>{kBox}, draws);
    Sample sample{.image = patterned(61, 97),
                  .keypoints = {{30.5F, 20.0F, true, true}},
                  .boxes = {kBox},
                  .mask = patterned_mask(61, 97),
                  .kept = {}};
    chain.apply(pass, draws, sample);
    drawn.add(as_bytes(draws));
    milled.add(pixel_bytes(sample.image));
    milled.add(as_bytes(sample.mask.values()));
    const image::Keypoint& point = sample.keypoints[0];
    milled.add(as_bytes(std::vector<float>{point.x, point.y}));
    for (const image::ObjectBox& box : sample.boxes) {
      milled.add(as_bytes(std::vector<float>{box.x0, box.y0, box.x1, box.y1}));
    }
  }
  return {drawn.value64(), milled.value64()};
}

TEST(Golden, DrawsAndPixelsOfAllOps) {
  const Chain chain = full_chain();
  Digester drawn;
  Digester kept;
  Digester milled;
  for (std::uint64_t s = 0; s < 20; ++s) {
    const Pass pass = {static_cast<std::uint32_t>(s % 3), s * 12345, 0};
    std::vector<float> draws(chain.draw_names().size());
    chain.draw(pass, {61, 97}, draws);
    Sample sample{.image = patterned(61, 97), .keypoints = {}, .kept = {}};
    chain.apply(pass, draws, sample);
    drawn.add(as_bytes(draws));
    kept.add(pixel_bytes(sample.kept[0].image));
    milled.add(pixel_bytes(sample.image));
  }
  EXPECT_EQ(drawn.value64(), 18380738971667844523U);
  EXPECT_EQ(kept.value64(), 16600781283617457513U);
  EXPECT_EQ(milled.value64(), 2453322854865172735U);
}

TEST(Golden, DrawsAndPixelsOfWarps) {
  const Chain chain = {
      recipe_of({
          {.op = "random_affine",
           .params = "degrees = 20\ntranslate = [0.1, 0.2]\nscale = [0.7, 1.3]\nshear = 10"},
          {.op = "random_perspective", .params = "p = 0.8\nfill = [1, 2, 3]"},
          {.op = "random_rotation",
           .params = "degrees = 180\nexpand = true\ninterpolation = \"bilinear\""},
      }),
      {}};
  const Digests digests = digests_of(chain);
  EXPECT_EQ(digests.drawn, 6961820977261166136U);
  EXPECT_EQ(digests.milled, 2981558276264187200U);
}

TEST(Golden, DrawsAndPixelsOfElasticAndZoomingOps) {
  const Digests digests = digests_of(
      {recipe_of({
           {.op = "scale_jitter",
            .params = "target_size = 120\nscale_range = [0.7, 1.3]\ninterpolation = \"lanczos\""},
           {.op = "elastic_transform", .params = "alpha = 60\nsigma = 3\nfill = [1, 2, 3]"},
           {.op = "random_zoom_out", .params = "fill = 9\nside_range = [1.0, 2.0]"},
           {.op = "random_iou_crop", .params = ""},
           {.op = "random_resized_crop",
            .params = "size = 50\nscale = [0.5, 1]\ninterpolation = \"bicubic\""},
       }),
       {}});
  EXPECT_EQ(digests.drawn, 3002505876769384607U);
  EXPECT_EQ(digests.milled, 18208281939039171416U);
}

TEST(Golden, DrawsAndPixelsOfErasingOps) {
  const Digests digests = digests_of(
      {recipe_of({
           {.op = "salt_and_pepper", .params = "amount = [0.01, 0.06]\np = 0.7"},
           {.op = "random_erasing", .params = "value = \"random\"\nmask_fill = 255"},
           {.op = "coarse_dropout", .params = "max_height = 0.3\nmin_height = 0.1\nmin_holes = 1"},
           {.op = "grid_mask", .params = "unit_size = [9, 30]\nrotate = 90\nfill = [1, 2, 3]"},
       }),
       {}});
  EXPECT_EQ(digests.drawn, 8044577638467937679U);
  EXPECT_EQ(digests.milled, 2451140708081528484U);
}

}  // namespace
}  // namespace epochmill::ops
