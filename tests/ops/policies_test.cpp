#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "ops/auto_augment_policies.hpp"
#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"
#include "ops/policy_magnitudes.hpp"

namespace epochmill::ops {
namespace {

using enum Operation;

float number_of(Operation operation) { return static_cast<float>(operation); }

struct Known {
  Step step;
  std::uint32_t nearest;
  std::uint32_t bilinear;  // with a fill of 9, 8, 7
};

// Checksums: torchvision's _apply_op on a Pillow picture.
const std::vector<Known>& known_steps() {
  static const std::vector<Known> known = {
      {{kShearX, 0.25F}, 831453236U, 902842576U},
      {{kShearY, -0.125F}, 2653597307U, 2594480808U},
      {{kTranslateX, -13}, 236007979U, 407332457U},
      {{kTranslateY, 7}, 2622611402U, 2639215668U},
      {{kRotate, 27.5F}, 3652812417U, 3792383519U},
      {{kBrightness, -0.5F}, 1435446184U, 1435446184U},
      {{kColor, 0.75F}, 3176084479U, 3176084479U},
      {{kContrast, 0.3F}, 2876438087U, 2876438087U},
      {{kSharpness, -0.9F}, 2893352348U, 2893352348U},
      {{kPosterize, 3}, 504863040U, 504863040U},
      {{kSolarize, 130}, 1449631891U, 1449631891U},
      {{kAutoContrast, 0}, 2949656765U, 2949656765U},
      {{kEqualize, 0}, 3007115521U, 3007115521U},
      {{kInvert, 0}, 2867863247U, 2867863247U},
  };
  return known;
}

TEST(PolicySteps, GiveTorchvisionsPixels) {
  const image::Image picture = patterned(61, 97);
  const auto nearest = make_op("trivial_augment_wide", "");
  const auto bilinear =
      make_op("trivial_augment_wide", "interpolation = \"bilinear\"\nfill = [9, 8, 7]");
  std::vector<float> all;
  for (const Known& known : known_steps()) {
    const std::vector<float> draws = {number_of(known.step.operation), known.step.magnitude};
    EXPECT_EQ(checksum(applied(*nearest, picture, draws)), known.nearest) << draws[0];
    EXPECT_EQ(checksum(applied(*bilinear, picture, draws)), known.bilinear) << draws[0];
    all.insert(all.end(), draws.begin(), draws.end());
  }
  EXPECT_EQ(checksum(applied(*make_op("rand_augment", "num_ops = 14"), picture, all)), 1107841469U);
  EXPECT_EQ(applied(*nearest, picture, {0, 0}), picture);
}

TEST(PolicySteps, AreIdentityWhereNothingWouldChange) {
  for (const Step& idle : {Step{kShearX, 0},
                           {kShearY, -0.0F},
                           {kTranslateX, 0.99F},
                           {kTranslateY, -0.5F},
                           {kRotate, 0},
                           {kBrightness, 0},
                           {kColor, 1e-9F},
                           {kContrast, -0.0F},
                           {kSharpness, 0},
                           {kPosterize, 8}}) {
    EXPECT_EQ(effective(idle.operation, idle.magnitude), Step{}) << number_of(idle.operation);
  }
  EXPECT_EQ(effective(kTranslateX, -3.7F), (Step{kTranslateX, -3}));
  EXPECT_EQ(effective(kSolarize, 178.5F), (Step{kSolarize, 179}));
  EXPECT_EQ(effective(kSolarize, 255), (Step{kSolarize, 255}));
}

TEST(PolicySteps, ThatDoNothingComeLast) {
  std::vector<Step> steps = {{}, {kInvert, 0}, {}, {kRotate, 3}};
  put_identities_last(steps);
  EXPECT_EQ(steps, (std::vector<Step>{{kInvert, 0}, {kRotate, 3}, {}, {}}));
}

TEST(PolicySteps, RefuseMagnitudesThatAreNone) {
  const auto op = make_op("trivial_augment_wide", "");
  for (const Step& wrong : {Step{kShearX, NAN},
                            {kTranslateX, 0.5F},
                            {kRotate, 400},
                            {kBrightness, -1.5F},
                            {kPosterize, 9},
                            {kSolarize, 257},
                            {kEqualize, 1},
                            {kIdentity, 1}}) {
    expect_error(ErrorKind::kInput, "magnitude", [&] {
      applied(*op, patterned(9, 9), {number_of(wrong.operation), wrong.magnitude});
    });
  }
  expect_error(ErrorKind::kInput, "operation", [&] { applied(*op, patterned(9, 9), {15, 0}); });
}

// Values: torch.linspace, and torchvision's rule for bits.
TEST(PolicyMagnitudes, AreTorchvisions) {
  const MagnitudeRanges wide = {.bins = 31,
                                .shear = 0.99,
                                .translate_pixels = 32,
                                .rotate = 135,
                                .enhance = 0.99,
                                .fewer_bits = 6};
  const image::Size size = {61, 97};
  EXPECT_EQ(magnitude_of(wide, kShearX, 30, size), 0.99F);
  EXPECT_EQ(magnitude_of(wide, kTranslateY, 15, size), 16.0F);
  EXPECT_EQ(magnitude_of(wide, kRotate, 1, size), 4.5F);
  EXPECT_EQ(magnitude_of(wide, kSolarize, 0, size), 255.0F);
  EXPECT_EQ(magnitude_of(wide, kSolarize, 30, size), 0.0F);
  EXPECT_EQ(magnitude_of(wide, kPosterize, 30, size), 2.0F);
  EXPECT_EQ(magnitude_of(wide, kPosterize, 2, size), 8.0F);
  EXPECT_EQ(magnitude_of(wide, kPosterize, 3, size), 7.0F);
  EXPECT_EQ(magnitude_of(wide, kInvert, 3, size), 0.0F);
}

TEST(RandAugment, DrawsEveryOperationWithItsOneMagnitude) {
  const auto op = make_op("rand_augment", "num_ops = 1");
  std::map<float, std::set<float>> magnitudes;
  for (std::uint64_t s = 0; s < 3000; ++s) {
    const std::vector<float> draws = draws_of(*op, stream_at(s), {331, 331});
    magnitudes[draws[0]].insert(draws[1]);
  }
  EXPECT_EQ(magnitudes.size(), 14U);
  EXPECT_EQ(magnitudes[number_of(kRotate)], (std::set<float>{-9, 9}));
  EXPECT_EQ(magnitudes[number_of(kTranslateX)], (std::set<float>{-45, 45}));
  EXPECT_EQ(magnitudes[number_of(kPosterize)], (std::set<float>{7}));
  EXPECT_EQ(magnitudes[number_of(kSolarize)], (std::set<float>{179}));
  EXPECT_EQ(op->outcomes({331, 331}), 23);  // nine with signs, four without, identity
  EXPECT_EQ(make_op("rand_augment", "")->outcomes({331, 331}), 1 + 22 * (1 + 22));
}

TEST(RandAugment, RefusesAMagnitudeBeyondTheBins) {
  expect_error(ErrorKind::kUsage,
               "recipe.toml:1:", [] { make_op("rand_augment", "magnitude = 31"); });
}

TEST(AutoAugment, HasTorchvisionsPairs) {
  for (const char* policy : {"imagenet", "cifar10", "svhn"}) {
    EXPECT_EQ(learnt_pairs(policy).size(), 25U);
    for (const LearntPair& pair : learnt_pairs(policy)) {
      for (const LearntStep& step : pair) {
        EXPECT_TRUE(step.p >= 0 && step.p <= 1);
        EXPECT_TRUE(step.bin >= 0 && step.bin < kLearntBins);
        EXPECT_NE(step.operation, kIdentity);
      }
    }
  }
  EXPECT_THROW(learnt_pairs("mnist"), Error);
}

TEST(AutoAugment, NeverDrawsMoreThanItCounts) {
  for (const char* policy : {"imagenet", "cifar10", "svhn"}) {
    const auto op = make_op("auto_augment", std::string("policy = \"") + policy + "\"");
    std::set<std::vector<float>> seen;
    for (std::uint64_t s = 0; s < 20000; ++s) seen.insert(draws_of(*op, stream_at(s), {61, 97}));
    EXPECT_EQ(op->outcomes({61, 97}), static_cast<double>(seen.size())) << policy;
  }
}

// Weights of 0.25, 0.3 and 0.45; a shear of the third bin and 3 bits; equalize. The checksum: the
// same functions of torchvision on Pillow pictures, and its sum in torch.
TEST(AugMix, GivesTorchvisionsSum) {
  const auto op = make_op("aug_mix", "mixture_width = 2\nchain_depth = 2");
  EXPECT_EQ(
      op->draw_names(),
      (std::vector<std::string>{"original", "weight_1", "weight_2", "operation_1_1",
                                "magnitude_1_1", "operation_1_2", "magnitude_1_2", "operation_2_1",
                                "magnitude_2_1", "operation_2_2", "magnitude_2_2"}));
  const std::vector<float> draws = {0.25F,      0.3F,
                                    0.45F,      number_of(kShearX),
                                    0.0333333F, number_of(kPosterize),
                                    3,          number_of(kEqualize),
                                    0,          0,
                                    0};
  EXPECT_EQ(checksum(applied(*op, patterned(61, 97), draws)), 2078308951U);
}

TEST(AugMix, DrawsWeightsThatAreOneTogether) {
  const auto op = make_op("aug_mix", "alpha = 0.5");
  std::set<int> depths;
  for (std::uint64_t s = 0; s < 300; ++s) {
    const std::vector<float> draws = draws_of(*op, stream_at(s), {61, 97});
    EXPECT_NEAR(draws[0] + draws[1] + draws[2] + draws[3], 1.0F, 1e-6F);
    depths.insert((draws[4] != 0) + (draws[6] != 0) + (draws[8] != 0));
  }
  EXPECT_TRUE(depths.count(3) == 1 && depths.count(1) == 1);
}

TEST(AugMix, LeavesOutEnhancements) {
  const auto op = make_op("aug_mix", "all_ops = false\nmixture_width = 1\nchain_depth = 1");
  std::set<float> operations;
  for (std::uint64_t s = 0; s < 500; ++s) {
    operations.insert(draws_of(*op, stream_at(s), {61, 97})[2]);
  }
  EXPECT_EQ(operations, (std::set<float>{0, 1, 2, 3, 4, 5, 10, 11, 12, 13}));
}

TEST(AugMix, StaysWithinBytes) {
  const auto op = make_op("aug_mix", "mixture_width = 1\nchain_depth = 1");
  image::ImageU8 white(4, 4, 3);
  for (std::uint8_t& value : white.values()) value = 255;
  const image::Image mixed = applied(*op, white, {1, 1, 0, 0});
  EXPECT_EQ(mixed, image::Image(white));
  expect_error(ErrorKind::kInput, "a weight from 0 to 1", [&] {
    applied(*op, white, {1.5F, 0, 0, 0});
  });
}

}  // namespace
}  // namespace epochmill::ops
