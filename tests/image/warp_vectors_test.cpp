// Warps on every instruction set of this CPU against the plain loops, bit by bit.
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <random>

#include "image/made_picture.hpp"
#include "image/warp.hpp"
#include "instruction_sets.hpp"

namespace epochmill::image {
namespace {

class WarpVectors : public OnInstructionSet {};

struct Trial {
  ImageU8 in;
  WarpMap map;
  Size size;
};

ImageU8 warped_on(std::int64_t instructions, const Trial& trial, Interpolation how,
                  Rounding rounding) {
  hwy::SetSupportedTargetsForTest(instructions);
  return warp(trial.in, trial.map, trial.size, how, {7, 8, 9}, rounding);
}

void expect_the_plain_pixels(std::int64_t instructions, const Trial& trial) {
  const std::int64_t plain = hwy::SupportedAndGeneratedTargets().back();
  for (const Interpolation how : {Interpolation::kNearest, Interpolation::kBilinear}) {
    for (const Rounding rounding : {Rounding::kCut, Rounding::kHalfUp}) {
      ASSERT_EQ(warped_on(instructions, trial, how, rounding),
                warped_on(plain, trial, how, rounding))
          << trial.in.height() << "x" << trial.in.width() << "x" << trial.in.channels() << " to "
          << trial.size.height << "x" << trial.size.width;
    }
  }
}

class Chance {
 public:
  explicit Chance(unsigned seed) : random_(seed) {}
  int up_to(int limit) { return 1 + static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_()) / 4294967296.0);
  }

 private:
  std::mt19937 random_;
};

// Every kind of map, also ones that leave the picture or go beyond the horizon.
WarpMap some_map(Chance& chance, Size size, int kind) {
  if (kind == 0) return rotation_map(size, chance.between(-360, 360), std::nullopt, false).map;
  if (kind == 1) {
    return affine_map(size,
                      {chance.between(-180, 180),
                       {chance.between(-9, 9), chance.between(-9, 9)},
                       chance.between(0.1, 4),
                       {chance.between(-60, 60), chance.between(-60, 60)}},
                      std::nullopt);
  }
  if (kind == 2) return affine_map(size, {0, {3, -2}, chance.between(0.2, 3), {}}, std::nullopt);
  WarpMap map{.c = {}, .is_affine = false};
  for (double& c : map.c) c = chance.between(-1, 1);
  map.c[2] = chance.between(0, size.width);
  map.c[5] = chance.between(0, size.height);
  map.c[6] = chance.between(-0.02, 0.02);
  map.c[7] = chance.between(-0.02, 0.02);
  return map;
}

TEST_P(WarpVectors, GiveWhatThePlainLoopsGive) {
  Chance chance(11);
  for (int i = 0; i < 240; ++i) {
    const int channels = i % 5 == 0 ? 1 : 3;
    const Size from = {chance.up_to(90), chance.up_to(90)};
    Trial trial{.in = made_picture(from.height, from.width, channels, 3),
                .map = some_map(chance, from, i % 4),
                .size = {chance.up_to(70), chance.up_to(70)}};
    // Levels that all four corners share must come out as they are.
    if (i % 3 == 0) std::fill_n(trial.in.values().begin(), trial.in.values().size() / 2, 255);
    expect_the_plain_pixels(GetParam(), trial);
  }
}

TEST_P(WarpVectors, HoldAtTheSmallestPictures) {
  Chance chance(12);
  for (const Size from : {Size{1, 1}, {1, 2}, {2, 1}, {1, 3}, {2, 2}, {4, 2}, {1, 8}, {1, 200}}) {
    for (const int channels : {1, 3}) {
      for (int kind = 0; kind < 4; ++kind) {
        expect_the_plain_pixels(GetParam(),
                                {.in = made_picture(from.height, from.width, channels, 4),
                                 .map = some_map(chance, from, kind),
                                 .size = {chance.up_to(5), chance.up_to(40)}});
      }
    }
  }
}

TEST_P(WarpVectors, HoldForMapsFarOutsideAndThatAreNone) {
  const ImageU8 in = made_picture(30, 40, 3, 5);
  for (const double bad : {1e300, -1e300, 1e9, -40000.0, 33000.0, static_cast<double>(NAN)}) {
    for (const bool is_affine : {true, false}) {
      const WarpMap map{.c = {0.5, 0.1, bad, 0.2, bad, 3, 0, 0}, .is_affine = is_affine};
      expect_the_plain_pixels(GetParam(), {.in = in, .map = map, .size = {17, 19}});
    }
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, WarpVectors, instruction_sets(), instruction_set_name);

}  // namespace
}  // namespace epochmill::image
