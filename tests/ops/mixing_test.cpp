// Ops that mix samples, and how a chain gives them partners.
#include "ops/mixing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/digest.hpp"
#include "ops/expect_error.hpp"
#include "ops/op_fixture.hpp"
#include "ops/ops.hpp"
#include "ops/partner_draws.hpp"

namespace epochmill::ops {
namespace {

constexpr std::uint64_t kSamples = 40;

OpContext of_samples(std::uint64_t samples) {
  OpContext context;
  context.samples = samples;
  return context;
}

const OpContext kContext = of_samples(kSamples);

// Each sample of its own colours and, if asked for, with a mask and a box.
Sample sample_of(std::uint64_t index, bool is_marked = false) {
  image::ImageU8 picture = patterned(61, 97);
  for (std::uint8_t& value : picture.values()) {
    value = static_cast<std::uint8_t>(value + 11 * index);
  }
  Sample sample{.image = std::move(picture), .keypoints = {}, .kept = {}};
  if (!is_marked) return sample;
  sample.boxes = {{5, 6, 50, 40.5F, static_cast<std::int64_t>(index)}};
  sample.mask = patterned_mask(61, 97);
  return sample;
}

class TestPartners final : public Partners {
 public:
  explicit TestPartners(bool is_marked = false) : is_marked_(is_marked) {}

  std::uint64_t find(std::uint64_t wanted, const Use& use) const override {
    std::uint64_t index = wanted;
    while (bad.contains(index)) ++index;
    asked.push_back(wanted);
    use(index, sample_of(index, is_marked_));
    return index;
  }

  std::set<std::uint64_t> bad = {};
  mutable std::vector<std::uint64_t> asked = {};

 private:
  bool is_marked_;
};

const AugmentText kCrop = {.op = "random_crop", .params = "size = [40, 50]", .line = 10};
const AugmentText kNoise = {.op = "gaussian_noise", .params = "", .line = 20};
const AugmentText kMixup = {.op = "mixup", .params = "", .line = 30};
const AugmentText kCutmix = {.op = "cutmix", .params = "", .line = 40};
const AugmentText kMosaic = {.op = "mosaic", .params = "size = 90", .line = 50};
const AugmentText kKeep = {.op = "keep", .params = "name = \"clean\"", .line = 60};
const AugmentText kFlip = {.op = "random_horizontal_flip", .params = "", .line = 70};

std::vector<float> draws_of(const Chain& chain, const Pass& pass) {
  std::vector<float> draws(chain.draw_names().size());
  chain.draw(pass, {61, 97}, draws);
  return draws;
}

Sample made_by(const Chain& chain, const Pass& pass, const TestPartners& partners,
               const Sample& source) {
  Sample made;
  chain.apply(pass, draws_of(chain, pass), source, made, &partners);
  return made;
}

TEST(MixingOps, KeepTheirPermanentNumbers) {
  EXPECT_EQ(op_kind("mixup").number, 39);
  EXPECT_EQ(op_kind("cutmix").number, 40);
  EXPECT_EQ(op_kind("mosaic").number, 41);
}

TEST(PartnerDraws, HoldEveryIndexExactly) {
  for (const std::uint64_t index : {std::uint64_t{0}, std::uint64_t{(1 << 20) - 1},
                                    std::uint64_t{1} << 20, (std::uint64_t{1} << 40) - 1}) {
    std::array<float, kPartnerColumns> columns;
    record_partner(index, columns);
    EXPECT_EQ(recorded_partner(columns, streams::kSampleLimit), index);
    expect_error(ErrorKind::kInput, "there are", [&] { recorded_partner(columns, index); });
  }
  for (const float bad : {-1.0F, 0.5F, NAN, 1048576.0F}) {
    const std::array<float, kPartnerColumns> columns = {0, bad};
    expect_error(ErrorKind::kInput, "partner_low", [&] { recorded_partner(columns, 9); });
  }
}

// Chi-square over the partners of one sample, and never the sample itself.
TEST(PartnerDraws, AreEquallyLikelyAndNeverTheSampleItself) {
  for (const std::uint64_t own : {0, 7, 39}) {
    std::map<std::uint64_t, int> seen;
    constexpr int kDraws = 78000;
    for (int i = 0; i < kDraws; ++i) {
      const streams::Stream stream(
          3, streams::CanonicalGrid(64, 16).address(static_cast<std::uint32_t>(i), own, 156));
      ++seen[draw_partner(stream, 1, kSamples)];
    }
    EXPECT_EQ(seen.size(), kSamples - 1);
    EXPECT_FALSE(seen.contains(own));
    const double expected = kDraws / static_cast<double>(kSamples - 1);
    double chi_square = 0;
    for (const auto& [partner, count] : seen) {
      EXPECT_LT(partner, kSamples);
      chi_square += (count - expected) * (count - expected) / expected;
    }
    EXPECT_LT(chi_square, 83.0);  // 38 degrees of freedom: exceeded with probability 4e-5
  }
}

TEST(Mixup, GivesTheWeightedSumAndTheWeight) {
  const auto op = make_op("mixup", "", kContext);
  Sample sample = sample_of(1);
  sample.partners = {sample_of(2)};
  op->apply(std::vector<float>{0, 2, 0.25F}, stream_at(1), sample);
  EXPECT_EQ(sample.mix.weight, 0.25F);
  const auto& mixed = std::get<image::ImageU8>(sample.image).values();
  const auto own = std::get<image::ImageU8>(sample_of(1).image).values();
  const auto partner = std::get<image::ImageU8>(sample_of(2).image).values();
  for (std::size_t i = 0; i < mixed.size(); ++i) {
    ASSERT_EQ(mixed[i], std::floor(0.75 * partner[i] + 0.25 * own[i] + 0.5));
  }
}

TEST(Mixup, KeepsTheBoxesOfBoth) {
  const Chain chain(recipe_of({kMixup}), kContext);
  const TestPartners partners(true);
  Sample source = sample_of(3, true);
  source.mask = {};
  const Sample made = made_by(chain, {0, 3, 0}, partners, source);
  ASSERT_EQ(made.boxes.size(), 2U);
  EXPECT_EQ(made.boxes[0].label, 3);
  EXPECT_EQ(made.boxes[1].label, static_cast<std::int64_t>(made.mix.partners[0]));
}

TEST(Mixup, NamesTheSampleItselfWhereNothingIsMixed) {
  const auto op = make_op("mixup", "p = 0.5", kContext);
  int alone = 0;
  for (std::uint64_t s = 0; s < kSamples; ++s) {
    const auto draws = ops::draws_of(*op, stream_at(s), {61, 97});
    const bool is_alone = draws[2] == 1;
    EXPECT_EQ(recorded_partner(draws, kSamples) == s, is_alone);
    alone += is_alone ? 1 : 0;
  }
  EXPECT_GT(alone, 8);
  EXPECT_LT(alone, 32);
}

TEST(Mixup, ASmallAlphaMayLeaveNothingOfOne) {
  const auto op = make_op("mixup", "alpha = 0.001", kContext);
  std::set<float> weights;
  for (std::uint64_t s = 0; s < kSamples; ++s) {
    const auto draws = ops::draws_of(*op, stream_at(s), {61, 97});
    weights.insert(draws[2]);
    EXPECT_EQ(recorded_partner(draws, kSamples) == s, draws[2] == 1);
  }
  EXPECT_TRUE(weights.contains(0));
  EXPECT_TRUE(weights.contains(1));
}

TEST(Cutmix, PastesTheBoxOfPictureAndMask) {
  const auto op = make_op("cutmix", "", kContext);
  Sample sample = sample_of(1);
  sample.mask = image::ImageU8(61, 97, 1);
  sample.partners = {sample_of(2)};
  sample.partners[0].mask = patterned_mask(61, 97);
  op->apply(std::vector<float>{0, 2, 10, 20, 30, 40}, stream_at(1), sample);
  EXPECT_EQ(sample.mix.weight, static_cast<float>(1.0 - 1200.0 / (61 * 97)));
  const Sample own = sample_of(1);
  const Sample partner = sample_of(2);
  const image::ImageU8 mask = patterned_mask(61, 97);
  for (int y = 0; y < 61; ++y) {
    for (int x = 0; x < 97; ++x) {
      const bool is_pasted = y >= 10 && y < 40 && x >= 20 && x < 60;
      const auto& from = std::get<image::ImageU8>((is_pasted ? partner : own).image);
      const auto* pixel = std::get<image::ImageU8>(sample.image).pixel(y, x);
      ASSERT_TRUE(std::equal(pixel, pixel + 3, from.pixel(y, x)));
      ASSERT_EQ(*sample.mask.pixel(y, x), is_pasted ? *mask.pixel(y, x) : 0);
    }
  }
}

TEST(Cutmix, BoxesLieInsideAndNoneMeansTheSampleItself) {
  const auto op = make_op("cutmix", "alpha = 0.3\np = 0.8", kContext);
  int without = 0;
  for (std::uint32_t epoch = 0; epoch < 2000; ++epoch) {
    const std::uint64_t own = epoch % kSamples;
    const auto draws = ops::draws_of(*op, stream_at(own, epoch), {61, 97});
    const bool has_box = draws[4] > 0;
    EXPECT_EQ(has_box, draws[5] > 0);
    EXPECT_LE(draws[2] + draws[4], 61);
    EXPECT_LE(draws[3] + draws[5], 97);
    EXPECT_EQ(recorded_partner(draws, kSamples) == own, !has_box);
    if (!has_box) ++without;
    EXPECT_TRUE(has_box || draws[2] + draws[3] == 0);
  }
  EXPECT_GT(without, 350);
  EXPECT_LT(without, 1000);
}

TEST(Mosaic, PutsFourPicturesAroundTheCentre) {
  const auto op = make_op("mosaic", "size = [100, 150]\nfill = [9, 8, 7]", kContext);
  Sample sample = sample_of(0, true);
  for (const std::uint64_t partner : {1, 2, 3}) sample.partners.push_back(sample_of(partner, true));
  const int cx = 120;
  const int cy = 40;
  op->apply(std::vector<float>{0, 1, 0, 2, 0, 3, float{cx}, float{cy}}, stream_at(0), sample);
  const auto& canvas = std::get<image::ImageU8>(sample.image);
  const image::ImageU8 mask = patterned_mask(61, 97);
  for (int y = 0; y < 100; ++y) {
    for (int x = 0; x < 150; ++x) {
      const bool is_right = x >= cx;
      const bool is_lower = y >= cy;
      const Sample from = sample_of((is_right ? 1 : 0) + (is_lower ? 2 : 0));
      const int at_y = is_lower ? y - cy : y - cy + 61;
      const int at_x = is_right ? x - cx : x - cx + 97;
      const bool is_covered = at_y >= 0 && at_y < 61 && at_x >= 0 && at_x < 97;
      const std::uint8_t* pixel = canvas.pixel(y, x);
      if (is_covered) {
        const auto* expected = std::get<image::ImageU8>(from.image).pixel(at_y, at_x);
        ASSERT_TRUE(std::equal(pixel, pixel + 3, expected)) << y << " " << x;
        ASSERT_EQ(*sample.mask.pixel(y, x), *mask.pixel(at_y, at_x));
      } else {
        ASSERT_EQ(pixel[0] * 10000 + pixel[1] * 100 + pixel[2], 90807);
        ASSERT_EQ(*sample.mask.pixel(y, x), 0);
      }
    }
  }
  // {5, 6, 50, 40.5} of each: moved, and cut off at the edge of its quarter.
  const std::vector<image::ObjectBox> expected = {{28, 0, 73, 19.5F, 0},
                                                  {125, 0, 150, 19.5F, 1},
                                                  {28, 46, 73, 80.5F, 2},
                                                  {125, 46, 150, 80.5F, 3}};
  EXPECT_EQ(sample.boxes, expected);
}

TEST(Mosaic, TakesPicturesOfManySizes) {
  const auto op = make_op("mosaic", "size = 64", kContext);
  Sample sample = sample_of(0);
  for (const int side : {1, 200, 33}) {
    sample.partners.push_back({.image = patterned(side, 2 * side)});
  }
  op->apply(std::vector<float>{0, 1, 0, 2, 0, 3, 0, 64}, stream_at(0), sample);
  EXPECT_EQ(shape_of(sample.image), (image::Shape{64, 64}));
  EXPECT_EQ(make_op("mosaic", "size = 64", kContext)->output_shape({0, 0}, {}),
            (image::Shape{64, 64}));
}

// What a partner is: itself, at this place of the chain, in the same epoch, with its first draws.
TEST(Chain, GivesPartnersTheOpsThatComeBefore) {
  const Chain before(recipe_of({kCrop, kNoise}), kContext);
  const Chain chain(recipe_of({kCrop, kNoise, kKeep, kMixup, kFlip}), kContext);
  const TestPartners partners;
  for (std::uint64_t s = 0; s < 10; ++s) {
    const Pass pass = {.epoch = 5, .sample = s, .redraw = static_cast<std::uint32_t>(s % 3)};
    const Sample made = made_by(chain, pass, partners, sample_of(s));
    const std::uint64_t partner = made.mix.partners.at(0);
    EXPECT_NE(partner, s);
    const Pass first = {.epoch = 5, .sample = partner, .redraw = 0};
    Sample theirs;
    before.apply(first, draws_of(before, first), sample_of(partner), theirs);
    Sample ours;
    before.apply(pass, draws_of(before, pass), sample_of(s), ours);
    EXPECT_EQ(made.kept.at(0).image, ours.image) << "what is kept is the sample's own";
    EXPECT_EQ(made.kept.size(), 1U);
    ours.partners = {theirs};
    const std::vector<float> draws = draws_of(chain, pass);
    make_op("mixup", "", kContext)->apply(std::span(draws).subspan(2, 3), stream_at(0), ours);
    if (draws.back() == 1) {
      make_op("random_horizontal_flip", "")->apply(std::vector<float>{1}, stream_at(0), ours);
    }
    EXPECT_EQ(made.image, ours.image);
    EXPECT_EQ(made.mix.weight, draws[4]);
    EXPECT_TRUE(made.partners.empty());
  }
}

TEST(Chain, TellsWhichSamplesWereTakenInstead) {
  const Chain chain(recipe_of({kMosaic}), kContext);
  TestPartners partners;
  const Sample planned = made_by(chain, {0, 4, 0}, partners, sample_of(4));
  EXPECT_EQ(planned.mix.partners, partners.asked);
  partners.bad = {planned.mix.partners[1]};
  const Sample made = made_by(chain, {0, 4, 0}, partners, sample_of(4));
  EXPECT_EQ(made.mix.partners[0], planned.mix.partners[0]);
  EXPECT_EQ(made.mix.partners[1], planned.mix.partners[1] + 1);
  EXPECT_EQ(chain.partners(), 3);
}

TEST(Chain, LooksForNoPartnerWhereNothingIsMixed) {
  const Chain chain(recipe_of({{.op = "cutmix", .params = "p = 0"}}), kContext);
  const TestPartners partners;
  const Sample made = made_by(chain, {0, 4, 0}, partners, sample_of(4));
  EXPECT_TRUE(partners.asked.empty());
  EXPECT_EQ(made.image, sample_of(4).image);
  EXPECT_EQ(made.mix.partners, std::vector<std::uint64_t>{4});
  EXPECT_EQ(made.mix.weight, 1);
  EXPECT_EQ(chain.outcomes({61, 97}), 1);
}

// torchvision's own advice: one of cutmix and mixup for each.
TEST(Chain, MixesByTheOneThatAChoiceTakes) {
  const std::string crop = "[[augment]]\nop = \"random_crop\"\nsize = [40, 50]\n";
  const std::string inside =
      "[[augment.ops]]\nop = \"mixup\"\n[[augment.ops]]\nop = \"cutmix\"\n"
      "[[augment.ops]]\nop = \"random_grayscale\"\np = 1.0\n";
  const Chain chain(recipe_of_text(crop + "[[augment]]\nop = \"random_choice\"\n" + inside),
                    kContext);
  const std::vector<Chain> alone = [&] {
    std::vector<Chain> chains;
    for (const char* op : {"mixup", "cutmix", "random_grayscale"}) {
      const std::string params = op == std::string("random_grayscale") ? "p = 1.0" : "";
      chains.emplace_back(recipe_of({kCrop, {.op = op, .params = params, .line = 20}}), kContext);
    }
    return chains;
  }();
  EXPECT_EQ(chain.partners(), 1);
  std::set<int> taken;
  for (std::uint64_t s = 0; s < 30; ++s) {
    const Pass pass = {.epoch = 2, .sample = s, .redraw = 0};
    const auto index = static_cast<std::size_t>(draws_of(chain, pass)[2]);
    taken.insert(static_cast<int>(index));
    const Sample made = made_by(chain, pass, TestPartners(), sample_of(s));
    const Sample wanted = made_by(alone.at(index), pass, TestPartners(), sample_of(s));
    EXPECT_EQ(made.image, wanted.image) << index;
    EXPECT_EQ(made.mix.weight, wanted.mix.weight);
    const std::vector<std::uint64_t> own = {s};
    EXPECT_EQ(made.mix.partners, index == 2 ? own : wanted.mix.partners);
  }
  EXPECT_EQ(taken.size(), 3U);
}

TEST(Chain, MixesNothingWithoutAMixingOp) {
  const Chain chain(recipe_of({kCrop}), kContext);
  const Sample made = made_by(chain, {0, 4, 0}, TestPartners(), sample_of(4));
  EXPECT_TRUE(made.mix.partners.empty());
  EXPECT_EQ(chain.partners(), 0);
}

TEST(Chain, RefusesWhatCannotBeMixed) {
  const auto refuses = [](const std::string& words, const std::vector<AugmentText>& augments,
                          const OpContext& context) {
    expect_error(ErrorKind::kUsage, words, [&] {
      Chain(recipe_of(augments), context).output_shape({0, 0});
    });
  };
  refuses("recipe.toml:40:1: cutmix mixes samples, and so does mixup", {kCrop, kMixup, kCutmix},
          kContext);
  refuses("recipe.toml:30:1: mixup needs pictures of one size", {kMixup, kCrop}, kContext);
  refuses("recipe.toml:30:1: mixup mixes every sample with another", {kCrop, kMixup},
          of_samples(1));
  OpContext marked = kContext;
  marked.has_masks = true;
  refuses("has masks", {kCrop, kMixup}, marked);
  marked.has_boxes = true;
  refuses("has boxes", {kCrop, kCutmix}, marked);
  marked.keypoints.count = 3;
  for (const AugmentText& op : {kMixup, kCutmix, kMosaic}) refuses("points", {kCrop, op}, marked);
  const auto refuses_text = [](const std::string& words, const std::string& text) {
    expect_error(ErrorKind::kUsage, words, [&] { Chain(recipe_of_text(text), kContext); });
  };
  const std::string inside = "[[augment.ops]]\nop = \"mixup\"\n";
  refuses_text("mixup mixes samples, and cannot stand inside random_apply",
               "[[augment]]\nop = \"random_apply\"\n" + inside);
  refuses_text("mosaic takes in 3 other samples, and an op before it 1",
               "[[augment]]\nop = \"random_choice\"\n" + inside +
                   "[[augment.ops]]\nop = \"mosaic\"\nsize = 64\n");
  refuses_text("makes several rows of each",
               "[[augment]]\nop = \"five_crop\"\nsize = 20\n[[augment]]\nop = \"mixup\"\n");
  refuses_text("hang on the boxes of the sample",
               "[[augment]]\nop = \"mosaic\"\nsize = 64\n[[augment]]\nop = \"random_iou_crop\"\n");
  refuses("the smaller number comes first",
          {{.op = "mosaic", .params = "size = 9\ncenter_range = [0.6, 0.4]"}}, kContext);
}

TEST(Chain, DrawsThatCannotBeAreBadInput) {
  const Chain chain(recipe_of({{.op = "mixup", .params = ""}}), kContext);
  const TestPartners partners;
  Sample made;
  const auto refuses = [&](const std::string& words, const std::vector<float>& draws) {
    expect_error(ErrorKind::kInput, words, [&] {
      chain.apply({0, 4, 0}, draws, sample_of(4), made, &partners);
    });
  };
  refuses("there are 40", {0, 40, 0.5F});
  refuses("the sample itself", {0, 4, 0.5F});
  refuses("'weight' is 1.5", {0, 5, 1.5F});
}

std::uint64_t digest_of(const Chain& chain, bool is_marked) {
  Digester digester;
  const TestPartners partners(is_marked);
  for (std::uint64_t s = 0; s < 12; ++s) {
    const Pass pass = {static_cast<std::uint32_t>(s % 3), s * 3, 0};
    digester.add(as_bytes(draws_of(chain, pass)));
    const Sample made = made_by(chain, pass, partners, sample_of(s * 3, is_marked));
    digester.add(pixel_bytes(made.image));
    digester.add(as_bytes(made.mask.values()));
    digester.add(as_bytes(made.mix.partners));
    digester.add(bytes_of(made.mix.weight));
    for (const image::ObjectBox& box : made.boxes) {
      digester.add(as_bytes(std::vector<float>{box.x0, box.y0, box.x1, box.y1}));
    }
  }
  return digester.value64();
}

// As golden_test.cpp.
TEST(Golden, DrawsAndPixelsOfMixing) {
  const AugmentText normalize = {.op = "normalize", .params = "mean = 0.5\nstd = 0.25"};
  EXPECT_EQ(digest_of({recipe_of({kCrop, kMixup}), kContext}, false), 15046338897625942686U);
  EXPECT_EQ(digest_of({recipe_of({kCrop, normalize, kMixup}), kContext}, false),
            724587740137265387U);
  EXPECT_EQ(digest_of({recipe_of({kCrop, kCutmix, kFlip}), kContext}, false),
            11450683354838000284U);
  EXPECT_EQ(digest_of({recipe_of({kCrop, kMosaic, kFlip}), kContext}, true), 10097702317356300601U);
}

}  // namespace
}  // namespace epochmill::ops
