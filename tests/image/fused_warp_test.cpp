// Several maps at once: against the steps one by one, against plain loops, and against a picture
// that is a formula.
#include "image/fused_warp.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "image/layout.hpp"
#include "image/made_picture.hpp"
#include "image/map_product.hpp"
#include "image/warp.hpp"
#include "instruction_sets.hpp"

namespace epochmill::image {
namespace {

constexpr Size kSize = {90, 120};

// Waves of several directions and lengths, all longer than `shortest` pixels, around the middle of
// the levels.
double waves(const Position& at, double shortest) {
  const double k = 2 * 3.14159265358979 / shortest;
  return 127.5 + 40 * std::sin(k * at.x) + 40 * std::sin(k * (0.6 * at.x + 0.8 * at.y)) +
         40 * std::sin(k * at.y / 2);
}

// The picture of which (x, y) shows what lies at map(x, y).
ImageU8 picture_of_waves(Size size, double shortest, const WarpMap& map = {}) {
  ImageU8 out(size.height, size.width, 3);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const double level = waves(place_of(map, {x + 0.5, y + 0.5}), shortest);
      std::fill_n(out.pixel(y, x), 3, static_cast<std::uint8_t>(std::lround(level)));
    }
  }
  return out;
}

// In dB, of the pixels at least `border` away from the edge.
double psnr(const ImageU8& a, const ImageU8& b, int border) {
  double sum = 0;
  double count = 0;
  for (int y = border; y < a.height() - border; ++y) {
    for (int x = border; x < a.width() - border; ++x) {
      const double difference = *a.pixel(y, x) - *b.pixel(y, x);
      sum += difference * difference;
      ++count;
    }
  }
  return 10 * std::log10(255.0 * 255.0 * count / std::max(sum, 1e-9));
}

WarpStep turn(double degrees, Size size = kSize, std::array<double, 3> fill = {0, 0, 0}) {
  return {rotation_map(size, degrees, std::nullopt, false).map, size, fill};
}

WarpStep scale_to(Size size, Size from = kSize) {
  return {scale_and_move({static_cast<double>(from.width) / size.width,
                          static_cast<double>(from.height) / size.height},
                         {0, 0}),
          size,
          {0, 0, 0}};
}

WarpStep cut(const Box& box, std::array<double, 3> fill = {0, 0, 0}) {
  return {scale_and_move({1, 1}, {static_cast<double>(box.left), static_cast<double>(box.top)}),
          {box.height, box.width},
          fill};
}

ImageU8 fused(const ImageU8& in, const std::vector<WarpStep>& steps,
              Interpolation how = Interpolation::kBilinear) {
  const auto warp = FusedWarp::of({in.height(), in.width()}, steps);
  return std::get<ImageU8>(warp.value().make(in, how));
}

ImageU8 one_by_one(ImageU8 picture, const std::vector<WarpStep>& steps) {
  for (const WarpStep& step : steps) {
    picture = warp(picture, step.map, step.size, Interpolation::kBilinear, step.fill);
  }
  return picture;
}

WarpMap combined(const std::vector<WarpStep>& steps) {
  WarpMap map;
  for (const WarpStep& step : steps) map = product(map, step.map).value();
  return map;
}

TEST(FusedWarp, OfATurnAndItsInverseGivesThePictureBack) {
  const ImageU8 in = picture_of_waves(kSize, 6);
  const std::vector<WarpStep> steps = {turn(23), turn(-23)};
  const double at_once = psnr(fused(in, steps), in, 30);
  const double in_steps = psnr(one_by_one(in, steps), in, 30);
  RecordProperty("at_once", std::to_string(at_once));
  RecordProperty("in_steps", std::to_string(in_steps));
  EXPECT_GT(at_once, 60);
  EXPECT_LT(in_steps, 35);
}

TEST(FusedWarp, IsNearerToTheTruthThanTheStepsAre) {
  const ImageU8 in = picture_of_waves(kSize, 8);
  const std::vector<WarpStep> steps = {turn(10), scale_to({108, 144}), turn(7, {108, 144}),
                                       cut({20, 20, 60, 100})};
  const ImageU8 truth = picture_of_waves({60, 100}, 8, combined(steps));
  const double at_once = psnr(fused(in, steps), truth, 4);
  const double in_steps = psnr(one_by_one(in, steps), truth, 4);
  RecordProperty("at_once", std::to_string(at_once));
  RecordProperty("in_steps", std::to_string(in_steps));
  EXPECT_GT(at_once, in_steps + 4);
}

TEST(FusedWarp, DoesNotAliasWhereItShrinks) {
  for (const double shrinking : {1.6, 2.4, 3.7, 9.0}) {
    const Size from = {360, 480};
    const Size to = {static_cast<int>(360 / shrinking), static_cast<int>(480 / shrinking)};
    // Stripes two pixels wide must become an even grey, with and without a turn.
    ImageU8 stripes(from.height, from.width, 3);
    for (int y = 0; y < from.height; ++y) {
      for (int x = 0; x < from.width; ++x) std::fill_n(stripes.pixel(y, x), 3, x % 2 * 200);
    }
    for (const double degrees : {0.0, 4.0}) {
      const ImageU8 out = fused(stripes, {turn(degrees, from), scale_to(to, from)});
      int darkest = 255;
      int brightest = 0;
      for (int y = to.height / 4; y < to.height * 3 / 4; ++y) {
        for (int x = to.width / 4; x < to.width * 3 / 4; ++x) {
          darkest = std::min<int>(darkest, *out.pixel(y, x));
          brightest = std::max<int>(brightest, *out.pixel(y, x));
        }
      }
      EXPECT_LE(brightest - darkest, shrinking < 2 ? 110 : 40) << shrinking << " " << degrees;
    }
  }
}

TEST(FusedWarp, OfScalesIsTheAntialiasedResize) {
  const ImageU8 in = made_picture(kSize.height, kSize.width, 3, 1);
  EXPECT_EQ(fused(in, {scale_to({31, 57})}),
            resize(in, {0, 0, 90, 120}, {31, 57}, Interpolation::kBilinear));
  const Image whole = resize(in, {0, 0, 90, 120}, {45, 50}, Interpolation::kBilinear);
  const Image part = crop(whole, {3, 5, 40, 41});
  EXPECT_EQ(Image(fused(in, {scale_to({45, 50}), cut({3, 5, 40, 41})})), part);
  const WarpStep mirror = {scale_and_move({-1, 1}, {41, 0}), {40, 41}, {0, 0, 0}};
  EXPECT_EQ(Image(fused(in, {scale_to({45, 50}), cut({3, 5, 40, 41}), mirror})),
            flip_horizontal(part));
}

TEST(FusedWarp, FillsWhatEveryStepLeavesOut) {
  const ImageU8 in = made_picture(kSize.height, kSize.width, 3, 1);
  // A border of 11, then a turn with 22 around: the corners are 22, between them and the
  // picture 11.
  const std::array<double, 3> border = {11, 11, 11};
  const std::array<double, 3> around = {22, 22, 22};
  const std::vector<WarpStep> steps = {cut({-20, -20, 130, 160}, border),
                                       turn(30, {130, 160}, around)};
  const ImageU8 out = fused(in, steps);
  const ImageU8 expected = one_by_one(in, steps);
  EXPECT_EQ(*out.pixel(0, 0), 22);
  int different = 0;
  for (int y = 0; y < 130; ++y) {
    for (int x = 0; x < 160; ++x) {
      const bool is_22 = *out.pixel(y, x) == 22 && *expected.pixel(y, x) == 22;
      const Position at = place_of(steps[1].map, {x + 0.5, y + 0.5});
      const bool is_outside = at.x < 0 || at.y < 0 || at.x >= 160 || at.y >= 130;
      if (is_outside) {
        different += !is_22;
      } else if (at.x < 19 || at.y < 19 || at.x > 141 || at.y > 111) {
        different += *out.pixel(y, x) != 11;
      }
    }
  }
  EXPECT_EQ(different, 0);
}

TEST(FusedWarp, DoesNotShowWhatACropHasCutAway) {
  ImageU8 in(kSize.height, kSize.width, 3);
  std::fill(in.values().begin(), in.values().end(), std::uint8_t{200});
  const ImageU8 out = fused(in, {cut({20, 20, 50, 50}), turn(45, {50, 50}, {1, 2, 3})});
  EXPECT_EQ(out.pixel(0, 0)[2], 3);
  EXPECT_EQ(out.pixel(25, 25)[2], 200);
}

TEST(FusedWarp, LooksAtNoPixelOutsideItsPart) {
  const ImageU8 in = made_picture(300, 400, 3, 1);
  for (const double shrinking : {0.5, 1.0, 2.5, 5.0}) {
    for (const double degrees : {0.0, 8.0}) {
      const Size size = {static_cast<int>(80 / shrinking), static_cast<int>(100 / shrinking)};
      const std::vector<WarpStep> steps = {cut({110, 120, 80, 100}), scale_to(size, {80, 100}),
                                           turn(degrees, size)};
      const auto warp = FusedWarp::of({300, 400}, steps);
      const Box part = warp->part_used();
      EXPECT_LT(part.width, 130);
      ImageU8 other = in;
      for (int y = 0; y < 300; ++y) {
        for (int x = 0; x < 400; ++x) {
          const bool is_in = y >= part.top && y < part.top + part.height && x >= part.left &&
                             x < part.left + part.width;
          if (!is_in) std::fill_n(other.pixel(y, x), 3, std::uint8_t{99});
        }
      }
      for (const Interpolation how : {Interpolation::kNearest, Interpolation::kBilinear}) {
        EXPECT_EQ(warp->make(in, how), warp->make(other, how)) << shrinking << " " << degrees;
      }
    }
  }
}

TEST(FusedWarp, HoldsForTheSmallestAndForNumbers) {
  for (const int channels : {1, 3, 5}) {
    const ImageU8 in = made_picture(1, 1, channels, 1);
    const std::vector<WarpStep> steps = {turn(0, {1, 1}), scale_to({4, 5}, {1, 1}),
                                         turn(0, {4, 5})};
    const ImageU8 out = fused(in, steps);
    for (int c = 0; c < channels; ++c) EXPECT_EQ(out.pixel(3, 4)[c], in.pixel(0, 0)[c]);
    const ImageF32 numbers = as_f32(in, 0.1F);
    const auto made = FusedWarp::of({1, 1}, steps)->make(numbers, Interpolation::kBilinear);
    EXPECT_NEAR(*std::get<ImageF32>(made).pixel(2, 2), *numbers.pixel(0, 0), 1e-5);
  }
  const std::vector<WarpStep> away = {cut({500, 500, 10, 10}, {5, 5, 5}),
                                      scale_to({3, 4}, {10, 10})};
  const ImageU8 nothing = fused(made_picture(90, 120, 3, 1), away);
  for (const std::uint8_t value : nothing.values()) {
    EXPECT_EQ(value, 5);
  }
}

TEST(FusedWarp, IsNoneWhereAHorizonCrosses) {
  const WarpStep steep = {{.c = {1, 0, 0, 0, 1, 0, -0.02, 0}, .is_affine = false}, kSize, {}};
  EXPECT_FALSE(FusedWarp::of(kSize, {steep, turn(5)}));
  EXPECT_FALSE(FusedWarp::of(kSize, {}));
}

TEST(FusedWarp, MakesAMaskOfNearestIndices) {
  ImageU8 mask(kSize.height, kSize.width, 1);
  for (int y = 0; y < kSize.height; ++y) std::fill_n(mask.pixel(y, 60), 60, std::uint8_t{9});
  const std::vector<WarpStep> steps = {turn(90, kSize, {50, 50, 50}), turn(-90),
                                       cut({0, 0, 90, 110})};
  const ImageU8 out = FusedWarp::of(kSize, steps)->make_mask(mask);
  EXPECT_EQ(*out.pixel(45, 50), 0);
  EXPECT_EQ(*out.pixel(45, 70), 9);
  EXPECT_EQ(*out.pixel(45, 1), 0);  // what the first turn lost
  for (const std::uint8_t value : out.values()) EXPECT_TRUE(value == 0 || value == 9);
}

class FusedWarpVectors : public OnInstructionSet {};

TEST_P(FusedWarpVectors, GiveTheSameBits) {
  const std::int64_t plain = hwy::SupportedAndGeneratedTargets().back();
  const ImageU8 in = made_picture(200, 260, 3, 6);
  for (const Size to : {Size{150, 170}, {70, 90}, {20, 22}}) {
    const std::vector<WarpStep> steps = {turn(12, {200, 260}, {5, 6, 7}),
                                         cut({-5, 7, 190, 220}, {1, 2, 3}),
                                         scale_to(to, {190, 220}), turn(-3, to)};
    hwy::SetSupportedTargetsForTest(GetParam());
    const ImageU8 here = fused(in, steps);
    hwy::SetSupportedTargetsForTest(plain);
    EXPECT_EQ(here, fused(in, steps));
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, FusedWarpVectors, instruction_sets(),
                         instruction_set_name);

}  // namespace
}  // namespace epochmill::image
