#include "ops/chain.hpp"

#include <gtest/gtest.h>

#include <map>

#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

const AugmentText kCrop = {.op = "random_crop", .params = "size = [40, 50]", .line = 10};
const AugmentText kFlip = {.op = "random_horizontal_flip", .params = "", .line = 20};
const AugmentText kJitter = {
    .op = "color_jitter", .params = "brightness = 0.4\nhue = 0.2", .line = 30};
const AugmentText kNoise = {.op = "gaussian_noise", .params = "", .line = 40};

using Named = std::map<std::string, float>;

Named draws_of(const Chain& chain, const Pass& pass, const image::Shape& in) {
  std::vector<float> draws(chain.draw_names().size());
  chain.draw(pass, in, draws);
  Named named;
  for (std::size_t i = 0; i < draws.size(); ++i) named[chain.draw_names()[i]] = draws[i];
  return named;
}

Chain chain_of(const std::vector<AugmentText>& augments) { return {recipe_of(augments), {}}; }

AugmentText disabled(AugmentText augment) {
  augment.is_enabled = false;
  return augment;
}

AugmentText on_stream(AugmentText augment, int stream) {
  augment.stream = stream;
  return augment;
}

// Every draw of `part` is in `whole`, for many passes.
void expect_same_draws(const Chain& part, const Chain& whole) {
  for (std::uint64_t s = 0; s < 50; ++s) {
    const Pass pass = {.epoch = 3, .sample = s * 1000, .redraw = static_cast<std::uint32_t>(s % 3)};
    const Named all = draws_of(whole, pass, {61, 97});
    for (const auto& [name, draw] : draws_of(part, pass, {61, 97})) {
      ASSERT_TRUE(all.contains(name)) << name;
      EXPECT_EQ(all.at(name), draw) << name;
    }
  }
}

TEST(Chain, NamesItsDrawsByOpAndOccurrence) {
  const AugmentText second = {.op = "random_crop", .params = "size = 30", .line = 50};
  EXPECT_EQ(chain_of({kCrop, kNoise, kFlip, second}).draw_names(),
            (std::vector<std::string>{"random_crop.top", "random_crop.left",
                                      "random_horizontal_flip.flip", "random_crop_2.top",
                                      "random_crop_2.left"}));
}

TEST(Chain, KeepsTheOtherDrawsWhenAnOpIsInserted) {
  expect_same_draws(chain_of({kCrop, kJitter}), chain_of({kFlip, kCrop, kNoise, kJitter}));
}

TEST(Chain, KeepsTheOtherDrawsWhenAnOpIsDisabled) {
  const AugmentText small = {.op = "random_crop", .params = "size = 30", .line = 50};
  const Chain part = chain_of({disabled(kFlip), kCrop, disabled(kNoise), kJitter});
  expect_same_draws(part, chain_of({kFlip, kCrop, kNoise, kJitter}));
  const Chain whole = chain_of({kCrop, small});
  const Chain second = chain_of({disabled(kCrop), small});
  EXPECT_EQ(second.draw_names(),
            (std::vector<std::string>{"random_crop_2.top", "random_crop_2.left"}));
  const Pass pass = {1, 2, 0};
  // The second crop sees another picture, but draws from its own stream: the same share of another
  // range.
  EXPECT_EQ(draws_of(second, pass, {40, 50}).at("random_crop_2.top"),
            draws_of(whole, pass, {61, 97}).at("random_crop_2.top"));
}

TEST(Chain, KeepsDrawsWhenOpsOfDifferentKindsChangePlaces) {
  expect_same_draws(chain_of({kCrop, kFlip, kJitter}), chain_of({kJitter, kCrop, kFlip}));
}

TEST(Chain, DrawsOtherNumbersForOtherEpochsSamplesRedrawsAndSeeds) {
  const Chain chain = chain_of({kJitter});
  const Named first = draws_of(chain, {1, 2, 0}, {61, 97});
  EXPECT_NE(first, draws_of(chain, {2, 2, 0}, {61, 97}));
  EXPECT_NE(first, draws_of(chain, {1, 3, 0}, {61, 97}));
  EXPECT_NE(first, draws_of(chain, {1, 2, 1}, {61, 97}));
  recipe::Recipe recipe = recipe_of({kJitter});
  recipe.seed += 1;
  EXPECT_NE(first, draws_of(Chain(recipe, {}), {1, 2, 0}, {61, 97}));
}

TEST(Chain, TakesTheStreamThatIsChosenByHand) {
  const Chain by_hand = chain_of({on_stream(kJitter, 200)});
  const Chain by_kind = chain_of({kJitter});
  const Chain as_by_kind = chain_of({on_stream(kJitter, 4 * 7)});
  const Pass pass = {1, 2, 0};
  EXPECT_NE(draws_of(by_hand, pass, {61, 97}), draws_of(by_kind, pass, {61, 97}));
  EXPECT_EQ(draws_of(as_by_kind, pass, {61, 97}), draws_of(by_kind, pass, {61, 97}));
}

TEST(Chain, RefusesTwoEqualStreamsAndNamesBothPlaces) {
  const auto build = [] { chain_of({kCrop, on_stream(kFlip, 4 * 3)}); };
  expect_error(ErrorKind::kUsage, "recipe.toml:20:1", build);
  expect_error(ErrorKind::kUsage, "random_crop at recipe.toml:10:1", build);
  EXPECT_NO_THROW(chain_of({disabled(kCrop), on_stream(kFlip, 4 * 3)}));
}

TEST(Chain, RefusesReservedStreams) {
  expect_error(ErrorKind::kUsage, "recipe.toml:20:1", [] { chain_of({on_stream(kFlip, 240)}); });
  expect_error(ErrorKind::kUsage, "from 0 to 239", [] { chain_of({on_stream(kFlip, -1)}); });
  EXPECT_NO_THROW(chain_of({on_stream(kFlip, 239)}));
}

TEST(Chain, RefusesMoreThanFourOfAKindUnlessTheyHaveStreams) {
  expect_error(ErrorKind::kUsage, "recipe.toml:20:1", [] {
    chain_of({kFlip, kFlip, kFlip, kFlip, kFlip});
  });
  const Chain five = chain_of({kFlip, kFlip, kFlip, kFlip, on_stream(kFlip, 200)});
  EXPECT_EQ(five.draw_names().back(), "random_horizontal_flip_5.flip");
}

TEST(Chain, RefusesTwoKeepsOfOneName) {
  const AugmentText one = {.op = "keep", .params = "name = \"a\"", .line = 5};
  const AugmentText two = {.op = "keep", .params = "name = \"a\"", .line = 6};
  expect_error(ErrorKind::kUsage, "recipe.toml:6:1", [&] { chain_of({one, two}); });
  expect_error(ErrorKind::kUsage, "recipe.toml:5:1", [&] { chain_of({one, two}); });
}

TEST(Chain, KeepsThePictureAsItWasThere) {
  const AugmentText clean = {.op = "keep", .params = "name = \"clean\"", .line = 15};
  const AugmentText raw = {.op = "keep", .params = "name = \"raw\"", .line = 5};
  const AugmentText last = {.op = "normalize", .params = "mean = 0.5\nstd = 0.5", .line = 60};
  const Chain chain = chain_of({raw, kCrop, clean, kNoise, last});
  const std::vector<KeptShape> shapes = chain.kept_shapes({61, 97});
  ASSERT_EQ(shapes.size(), 2U);
  EXPECT_EQ(shapes[0].name, "raw");
  EXPECT_EQ(shapes[0].shape, (image::Shape{61, 97}));
  EXPECT_EQ(shapes[1].name, "clean");
  EXPECT_EQ(shapes[1].shape, (image::Shape{40, 50}));

  Sample sample;
  sample.image = patterned(61, 97);
  const std::vector<float> draws = {3, 4};
  chain.apply({1, 2, 0}, draws, sample);
  ASSERT_EQ(sample.kept.size(), 2U);
  EXPECT_EQ(sample.kept[0].image, image::Image(patterned(61, 97)));
  EXPECT_EQ(sample.kept[1].image,
            applied(*make_op("random_crop", "size = [40, 50]"), patterned(61, 97), draws));
  EXPECT_EQ(shape_of(sample.image), (image::Shape{40, 50, 3, image::PixelType::kF32}));
  EXPECT_EQ(shape_of(sample.image), chain.output_shape({61, 97}));
}

TEST(Chain, NoiseIsTheSameForEveryRedraw) {
  const Chain chain = chain_of({kNoise});
  Sample a{.image = patterned(9, 9), .keypoints = {}, .kept = {}};
  Sample b = a;
  chain.apply({1, 2, 0}, {}, a);
  chain.apply({1, 2, 5}, {}, b);
  EXPECT_EQ(a.image, b.image);
}

TEST(Chain, ReplaysFromRecordedDraws) {
  const AugmentText zoom = {.op = "random_resized_crop", .params = "size = 32", .line = 1};
  const Chain chain = chain_of({zoom, kFlip, kJitter, kNoise});
  for (std::uint64_t s = 0; s < 10; ++s) {
    const Pass pass = {4, s, 1};
    std::vector<float> draws(chain.draw_names().size());
    chain.draw(pass, {61, 97}, draws);
    Sample a{.image = patterned(61, 97), .keypoints = {}, .kept = {}};
    Sample b = a;
    chain.apply(pass, draws, a);
    chain.apply({pass.epoch, pass.sample, 0}, draws, b);
    EXPECT_EQ(a.image, b.image);
  }
}

TEST(Chain, KnowsTheShapeOfAnUnknownPictureAfterACrop) {
  const AugmentText pad = {.op = "pad", .params = "padding = 2", .line = 1};
  EXPECT_EQ(chain_of({pad}).output_shape({0, 0}), (image::Shape{0, 0}));
  EXPECT_EQ(chain_of({pad, kCrop, pad}).output_shape({0, 0}), (image::Shape{44, 54}));
}

TEST(Chain, MultipliesOutcomesAndNamesTheScarcestOp) {
  const AugmentText wide = {.op = "random_crop", .params = "size = [61, 95]", .line = 1};
  const Chain chain = chain_of({wide, kFlip});
  EXPECT_EQ(chain.outcomes({61, 97}), 6);
  EXPECT_EQ(chain.scarcest_op({61, 97}), "random_horizontal_flip");
  EXPECT_EQ(chain.outcomes({0, 0}), kEndlessOutcomes);
  EXPECT_EQ(chain_of({kNoise, kFlip}).outcomes({61, 97}), kEndlessOutcomes);
  EXPECT_EQ(chain_of({kNoise}).scarcest_op({61, 97}), "gaussian_noise");
  EXPECT_EQ(chain_of({}).scarcest_op({61, 97}), "");
  EXPECT_EQ(chain_of({}).outcomes({61, 97}), 1);
}

TEST(Chain, BlamesTheRecipeAtPlanTimeAndThePictureLater) {
  const Chain chain = chain_of({kFlip, kCrop});
  expect_error(ErrorKind::kUsage, "recipe.toml:10:1: a picture of 20x97 is smaller", [&] {
    chain.output_shape({20, 97});
  });
  expect_error(ErrorKind::kUsage, "recipe.toml:10:1: ", [&] { chain.kept_shapes({20, 97}); });
  expect_error(ErrorKind::kInput, "random_crop: a picture of 20x97", [&] {
    draws_of(chain, {}, {20, 97});
  });
  expect_error(ErrorKind::kInput, "random_crop: ", [&] { chain.outcomes({20, 97}); });
}

TEST(Chain, RefusesAnOpForBytesAfterNormalize) {
  const AugmentText normalize = {.op = "normalize", .params = "mean = 0.5\nstd = 0.5", .line = 25};
  const Chain chain = chain_of({normalize, kJitter});
  expect_error(ErrorKind::kUsage, "recipe.toml:30:1: color_jitter needs 8-bit pixels", [&] {
    chain.output_shape({0, 0});
  });
}

TEST(Chain, HidesPointsThatAreOutsideFromTheStart) {
  const AugmentText pad = {.op = "pad", .params = "padding = 5", .line = 1};
  Sample sample{.image = patterned(9, 9), .keypoints = {{-2, 3, true, true}}, .kept = {}};
  chain_of({pad}).apply({}, {}, sample);
  EXPECT_EQ(sample.keypoints[0], (image::Keypoint{3, 8, true, false}));
}

TEST(Chain, RefusesAWrongNumberOfDraws) {
  const Chain chain = chain_of({kCrop});
  Sample sample{.image = patterned(61, 97), .keypoints = {}, .kept = {}};
  expect_error(ErrorKind::kInternal, "1 draws",
               [&] { chain.apply({}, std::vector<float>{1}, sample); });
}

}  // namespace
}  // namespace epochmill::ops
