// random_apply, random_choice and random_order: ops around other ops.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "ops/chain.hpp"
#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"

namespace epochmill::ops {
namespace {

const image::Shape kShape = {61, 97};

std::string op_text(const std::string& name, const std::string& params = "") {
  return "[[augment]]\nop = \"" + name + "\"\n" + params;
}

std::string inside(const std::string& name, const std::string& params = "") {
  return "[[augment.ops]]\nop = \"" + name + "\"\n" + params;
}

const std::string kFlip = inside("random_horizontal_flip");
const std::string kUpside = inside("random_vertical_flip");
const std::string kJitter = inside("color_jitter", "brightness = 0.4\nhue = 0.2\n");
const std::string kCrop = inside("random_crop", "size = [40, 50]\n");
const std::string kNoise = inside("gaussian_noise");
const std::string kGrey = inside("random_grayscale", "p = 0.5\n");

Chain chain_of(const std::string& text) { return {recipe_of_text(text), {}}; }

using Named = std::map<std::string, float>;

std::vector<float> values_of(const Chain& chain, const Pass& pass,
                             const image::Shape& in = kShape) {
  std::vector<float> draws(chain.draw_names().size(), -1000.0F);
  chain.draw(pass, in, draws);
  return draws;
}

Named named(const Chain& chain, const std::vector<float>& values) {
  Named draws;
  for (std::size_t i = 0; i < values.size(); ++i) draws[chain.draw_names()[i]] = values[i];
  return draws;
}

Sample whole_sample() {
  return {.image = patterned(61, 97),
          .keypoints = {},
          .boxes = {{10, 12, 40, 33, 3}, {80, 50, 90, 60, 4}},
          .mask = patterned_mask(61, 97),
          .kept = {}};
}

Sample made_by(const Chain& chain, const Pass& pass, const std::vector<float>& draws) {
  Sample sample = whole_sample();
  chain.apply(pass, draws, sample);
  return sample;
}

void expect_equal(const Sample& a, const Sample& b) {
  EXPECT_EQ(a.image, b.image);
  EXPECT_EQ(a.boxes, b.boxes);
  EXPECT_EQ(a.mask, b.mask);
}

TEST(NestedOps, HaveTheirOwnColumnsAndThoseOfTheOpsInside) {
  const Chain chain =
      chain_of(op_text("random_horizontal_flip") + op_text("random_apply") + kFlip +
               inside("random_order") + "[[augment.ops.ops]]\nop = \"random_horizontal_flip\"\n");
  EXPECT_EQ(chain.draw_names(),
            (std::vector<std::string>{"random_horizontal_flip.flip", "random_apply.applied",
                                      "random_horizontal_flip_2.flip", "random_order.order",
                                      "random_horizontal_flip_3.flip"}));
}

// The inner draws of an op around others are those that the ops would have outside.
TEST(NestedOps, DrawFromTheStreamsOfTheOpsInside) {
  const Chain flat = chain_of(op_text("random_horizontal_flip") +
                              op_text("color_jitter", "brightness = 0.4\nhue = 0.2\n"));
  for (const char* outer : {"random_apply", "random_order"}) {
    const std::string params = std::string(outer) == "random_apply" ? "p = 1\n" : "";
    const Chain nested = chain_of(op_text(outer, params) + kFlip + kJitter);
    for (std::uint64_t s = 0; s < 50; ++s) {
      const Pass pass = {2, s * 77, static_cast<std::uint32_t>(s % 3)};
      const Named all = named(nested, values_of(nested, pass));
      for (const auto& [name, draw] : named(flat, values_of(flat, pass))) {
        EXPECT_EQ(all.at(name), draw) << outer << " " << name;
      }
    }
  }
}

TEST(RandomApply, IsTheOpsInsideOrNothing) {
  const Chain nested = chain_of(op_text("random_apply", "p = 0.3\n") + kFlip + kJitter + kNoise);
  const Chain flat = chain_of(op_text("random_horizontal_flip") +
                              op_text("color_jitter", "brightness = 0.4\nhue = 0.2\n") +
                              op_text("gaussian_noise"));
  int applied = 0;
  for (std::uint64_t s = 0; s < 200; ++s) {
    const Pass pass = {1, s, 0};
    const std::vector<float> draws = values_of(nested, pass);
    if (draws[0] == 1) {
      ++applied;
      if (applied > 10) continue;
      expect_equal(made_by(nested, pass, draws), made_by(flat, pass, values_of(flat, pass)));
    } else {
      EXPECT_EQ(draws, std::vector<float>(draws.size())) << "draws of what is not applied";
      if (s < 20) expect_equal(made_by(nested, pass, draws), whole_sample());
    }
  }
  EXPECT_NEAR(applied, 60, 25);
}

TEST(RandomChoice, IsOneOfTheOpsInside) {
  const Chain nested =
      chain_of(op_text("random_choice", "p = [1, 3]\n") + kFlip + inside("random_grayscale"));
  const Chain flip = chain_of(op_text("random_horizontal_flip"));
  const Chain grey = chain_of(op_text("random_grayscale"));
  int second = 0;
  for (std::uint64_t s = 0; s < 400; ++s) {
    const Pass pass = {1, s, 0};
    const std::vector<float> draws = values_of(nested, pass);
    const bool is_second = draws[0] == 1;
    second += is_second ? 1 : 0;
    EXPECT_EQ(draws[is_second ? 1 : 2], 0) << "draws of what was not chosen";
    const Chain& chosen = is_second ? grey : flip;
    EXPECT_EQ(draws[is_second ? 2 : 1], values_of(chosen, pass)[0]);
    if (s > 20) continue;
    expect_equal(made_by(nested, pass, draws), made_by(chosen, pass, values_of(chosen, pass)));
  }
  EXPECT_NEAR(second, 300, 45);
}

// With the n-th order in a dictionary of all of them.
TEST(RandomOrder, IsTheOpsInsideInTheOrderThatItSays) {
  const Chain nested = chain_of(op_text("random_order") + kJitter + kGrey + kCrop);
  const std::vector<std::string> jitter_grey_crop = {
      op_text("color_jitter", "brightness = 0.4\nhue = 0.2\n"),
      op_text("random_grayscale", "p = 0.5\n"), op_text("random_crop", "size = [40, 50]\n")};
  std::vector<int> order = {0, 1, 2};
  std::vector<Chain> flat;
  do {
    std::string text;
    for (const int i : order) text += jitter_grey_crop[static_cast<std::size_t>(i)];
    flat.push_back(chain_of(text));
  } while (std::next_permutation(order.begin(), order.end()));
  std::map<float, int> seen;
  for (std::uint64_t s = 0; s < 300; ++s) {
    const Pass pass = {1, s, 0};
    const std::vector<float> draws = values_of(nested, pass);
    if (++seen[draws[0]] > 3) continue;
    const Chain& same = flat.at(static_cast<std::size_t>(draws[0]));
    expect_equal(made_by(nested, pass, draws), made_by(same, pass, values_of(same, pass)));
  }
  EXPECT_EQ(seen.size(), 6U);
}

TEST(RandomOrder, NamesEveryOrderOfTenOps) {
  std::string text = op_text("random_order");
  for (int i = 0; i < 10; ++i) {
    text += inside("random_horizontal_flip", "stream = " + std::to_string(100 + i) + "\n");
  }
  const Chain ten = chain_of(text);
  EXPECT_EQ(ten.outcomes(kShape), 3628800.0 * 1024);
  float most = 0;
  for (std::uint64_t s = 0; s < 500; ++s) most = std::max(most, values_of(ten, {1, s, 0})[0]);
  EXPECT_GT(most, 3600000);
  EXPECT_LT(most, 3628800);
  expect_error(ErrorKind::kUsage, "at most 10 ops",
               [&] { chain_of(text + inside("random_horizontal_flip", "stream = 110\n")); });
}

// Equal draws are equal pictures: what did not work leaves no trace in the draws.
TEST(NestedOps, GiveEqualPicturesForEqualDraws) {
  const Chain chain = chain_of(op_text("random_apply") + kFlip + inside("random_choice") +
                               "[[augment.ops.ops]]\nop = \"random_vertical_flip\"\n" +
                               "[[augment.ops.ops]]\nop = \"random_grayscale\"\np = 0.5\n");
  std::map<std::vector<float>, std::uint32_t> pictures;
  for (std::uint64_t s = 0; s < 200; ++s) {
    const Pass pass = {1, s, 0};
    const std::vector<float> draws = values_of(chain, pass);
    const std::uint32_t sum = checksum(made_by(chain, pass, draws).image);
    EXPECT_EQ(pictures.emplace(draws, sum).first->second, sum);
  }
  EXPECT_EQ(static_cast<double>(pictures.size()), chain.outcomes(kShape));
}

TEST(NestedOps, KnowASideOnlyWhereAllBranchesAgree) {
  const auto shape_of = [](const std::string& text) { return chain_of(text).output_shape(kShape); };
  EXPECT_EQ(shape_of(op_text("random_apply") + inside("random_crop", "size = [40, 97]\n")),
            (image::Shape{0, 97}));
  EXPECT_EQ(shape_of(op_text("random_apply", "p = 1\n") + kCrop), (image::Shape{40, 50}));
  EXPECT_EQ(shape_of(op_text("random_apply", "p = 0\n") + kCrop), kShape);
  EXPECT_EQ(shape_of(op_text("random_choice") + kCrop + inside("center_crop", "size = 50\n")),
            (image::Shape{0, 50}));
  EXPECT_EQ(shape_of(op_text("random_order") + kCrop + inside("pad", "padding = 3\n")),
            (image::Shape{0, 0}));
  EXPECT_EQ(shape_of(op_text("random_order") + kCrop + kFlip), (image::Shape{40, 50}));
}

TEST(NestedOps, DropSmallBoxesAfterEachOp) {
  recipe::Recipe recipe =
      recipe_of_text(op_text("random_apply", "p = 1\n") +
                     inside("center_crop", "size = [61, 70]\n") + inside("pad", "padding = 20\n"));
  recipe.min_box_area = 60;
  const Chain chain(recipe, {});
  Sample sample = whole_sample();  // of the second box 3.5 x 10 pixels stay
  chain.apply({}, values_of(chain, {}), sample);
  ASSERT_EQ(sample.boxes.size(), 1U);
  EXPECT_EQ(sample.boxes[0].label, 3);
}

TEST(NestedOps, RefuseAPictureThatDoesNotFitWhateverTheyDraw) {
  for (const char* outer : {"random_apply", "random_choice"}) {
    const Chain chain = chain_of(op_text(outer) + inside("random_crop", "size = 80\n") +
                                 inside("resize", "size = [80, 80]\n"));
    for (std::uint64_t s = 0; s < 20; ++s) {
      expect_error(ErrorKind::kInput, std::string(outer) + ": random_crop: ", [&] {
        values_of(chain, {1, s, 0});
      });
    }
  }
}

TEST(NestedOps, RefuseWhatCannotBe) {
  const auto refuse = [](const std::string& words, const std::string& text) {
    expect_error(ErrorKind::kUsage, words, [&] { chain_of(text).output_shape(kShape); });
  };
  refuse("keep cannot stand inside another op: the picture would be stored in some epochs",
         op_text("random_apply") + inside("keep", "name = \"a\"\n"));
  refuse("five_crop cannot stand inside another op",
         op_text("random_order") + inside("five_crop", "size = 20\n"));
  refuse("normalize) behind it",
         op_text("random_apply") + inside("normalize", "mean = 0.5\nstd = 0.5\n"));
  refuse("recipe.toml:3:5: p has 3 weights, and random_choice has 2 ops inside it",
         op_text("random_choice", "p = [1, 2, 3]\n") + kFlip + kUpside);
  refuse("p of random_choice", op_text("random_choice", "p = [0, 0]\n") + kFlip + kUpside);
  refuse("all ops inside random_apply are disabled",
         op_text("random_apply") + inside("random_horizontal_flip", "enabled = false\n"));
  refuse("has the stream 20, and so has random_horizontal_flip",
         op_text("random_horizontal_flip") + op_text("random_apply") +
             inside("random_vertical_flip", "stream = 20\n"));
  refuse(
      "more than 4 ops of one kind",
      op_text("random_horizontal_flip") + op_text("random_apply") + kFlip + kFlip + kFlip + kFlip);
  refuse("recipe.toml:1:1: random_crop: ",
         op_text("random_apply") + inside("random_crop", "size = 80\n"));
}

TEST(RandomChoice, LeavesOutTheWeightOfADisabledOp) {
  const Chain chain = chain_of(op_text("random_choice", "p = [1, 9, 1]\n") + kFlip +
                               inside("random_grayscale", "enabled = false\n") + kUpside);
  EXPECT_EQ(chain.draw_names(),
            (std::vector<std::string>{"random_choice.index", "random_horizontal_flip.flip",
                                      "random_vertical_flip.flip"}));
  std::set<float> indices;
  for (std::uint64_t s = 0; s < 60; ++s) indices.insert(values_of(chain, {1, s, 0})[0]);
  EXPECT_EQ(indices, (std::set<float>{0, 2}));
}

TEST(NestedOps, LookAtThePartThatTheFirstOfThemLooksAt) {
  const Chain chain = chain_of(op_text("random_apply") + kCrop + inside("resize", "size = 60\n") +
                               op_text("resize", "size = [30, 30]\n"));
  for (std::uint64_t s = 0; s < 20; ++s) {
    const std::vector<float> draws = values_of(chain, {1, s, 0});
    const image::Box part = chain.part_used(kShape, draws);
    EXPECT_EQ(part.height, draws[0] == 1 ? 40 : 61);
  }
}

}  // namespace
}  // namespace epochmill::ops
