#include "plan/plan.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "plan/recipes.hpp"

namespace epochmill::plan {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& ops, const std::string& top = "",
                    SourceFacts source = facts(10)) {
  try {
    Plan plan(recipe_with(ops, top), std::move(source), "test");
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Plan, EverySampleIsInOneShardAtOnePlace) {
  for (const std::uint64_t samples : {1U, 63U, 64U, 65U, 1000U}) {
    const Plan plan(recipe_with(kCrop, "", "shard_rows = 64"), facts(samples), "test");
    std::vector<int> seen(samples);
    for (std::uint64_t shard = 0; shard < plan.shards(); ++shard) {
      const auto members = plan.samples_of(shard);
      EXPECT_EQ(members.size(), plan.rows_of(shard));
      EXPECT_TRUE(std::is_sorted(members.begin(), members.end()));
      for (std::uint64_t row = 0; row < members.size(); ++row) {
        ++seen[members[row]];
        const Place place = plan.locate(members[row]);
        EXPECT_EQ(place.shard, shard);
        EXPECT_EQ(place.row, row);
      }
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(samples));
  }
}

// Five rows of each sample stand beside each other.
TEST(Plan, CountsTheRowsOfEveryView) {
  const std::string five =
      std::string(kCrop) + "[[augment]]\nop = \"five_crop\"\nsize = [30, 40]\n";
  const Plan plan(recipe_with(five, "", "shard_rows = 64"), facts(100), "test");
  const Plan one(recipe_with(kCrop, "", "shard_rows = 64"), facts(100), "test");
  EXPECT_EQ(plan.views(), 5U);
  EXPECT_EQ(plan.shards(), 2U);
  EXPECT_EQ(plan.samples_of(1), one.samples_of(1));
  EXPECT_EQ(plan.samples_in(1), 36U);
  EXPECT_EQ(plan.rows_of(1), 180U);
  EXPECT_EQ(plan.locate(plan.samples_of(1)[7]).row, 35U);
  EXPECT_TRUE(plan.layout(180, 3).has_views);
  EXPECT_FALSE(one.layout(36, 3).has_views);
  auto order = plan.order(0, 1, 180);
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order.back(), 179U);
  EXPECT_THAT(refusal(five, "", facts(10)), "");
  EXPECT_THAT(refusal(std::string(five) + "[[augment]]\nop = \"ten_crop\"\nsize = 9\n"),
              HasSubstr("a recipe can have one such op"));
}

TEST(Plan, RefusesMoreRowsThanAShardCanName) {
  const std::string ten = std::string(kCrop) + "[[augment]]\nop = \"ten_crop\"\nsize = 20\n";
  EXPECT_NO_THROW(Plan(recipe_with(ten, "", "shard_rows = 429496729"), facts(10), "test"));
  EXPECT_THROW(Plan(recipe_with(ten, "", "shard_rows = 429496730"), facts(10), "test"), Error);
}

TEST(Plan, ShardsAreMixturesOfTheCatalog) {
  const Plan plan(recipe_with(kCrop, "", "shard_rows = 100"), facts(1000), "test");
  const auto members = plan.samples_of(0);
  EXPECT_LT(members.front(), 100U);
  EXPECT_GT(members.back(), 900U);
}

TEST(Plan, OrderIsAPermutationOfItsOwnForEveryEpochAndShard) {
  const Plan plan(recipe_with(kCrop, "", "shard_rows = 64"), facts(200), "test");
  std::vector<std::vector<std::uint32_t>> orders;
  for (std::uint64_t epoch = 0; epoch < 3; ++epoch) {
    for (std::uint64_t shard = 0; shard < plan.shards(); ++shard) {
      auto order = plan.order(epoch, shard, plan.rows_of(shard));
      orders.push_back(order);
      std::sort(order.begin(), order.end());
      std::vector<std::uint32_t> all(plan.rows_of(shard));
      std::iota(all.begin(), all.end(), 0U);
      EXPECT_EQ(order, all);
    }
  }
  std::sort(orders.begin(), orders.end());
  EXPECT_EQ(std::adjacent_find(orders.begin(), orders.end()), orders.end());
}

TEST(Plan, RowsOfAShardComeFromTheDatasetAlone) {
  EXPECT_EQ(default_shard_rows(1281167, 150528), 1783U);  // 256 MiB of 224 x 224 x 3
  EXPECT_EQ(default_shard_rows(32, 76800), 109U);         // never under 8 MiB
  EXPECT_EQ(default_shard_rows(50000, 150528), 782U);     // about 64 shards in between
  EXPECT_EQ(default_shard_rows(10, std::uint64_t{1} << 40), 1U);
}

TEST(Plan, CanonicalTextHasTheRowsDecidedAndNoPlaces) {
  const Plan plan(recipe_with(kCrop), facts(1000), "test");
  EXPECT_THAT(plan.recipe_text(), HasSubstr("shard_rows = " + std::to_string(plan.shard_rows())));
  EXPECT_THAT(plan.recipe_text(), testing::Not(HasSubstr("/photos")));
  EXPECT_THAT(plan.recipe_text(), testing::Not(HasSubstr("epochs")));
  EXPECT_THAT(plan.recipe_text(), HasSubstr("ratio = [0.75, 1.3333333333333333]"));
}

TEST(Plan, LayoutHasWhatTheSourceHas) {
  const Plan without(recipe_with(kCrop), facts(1000), "test");
  EXPECT_FALSE(without.layout(1, 1).has_masks);
  EXPECT_TRUE(without.layout(1, 1).box_class_names.empty());
  EXPECT_TRUE(without.layout(1, 1).extra_labels.empty());
  SourceFacts more = facts(1000);
  more.has_masks = true;
  more.box_class_names = {"bus", "bike"};
  more.extra_labels = {{"colour", {"red"}}};
  const Plan with(recipe_with(kCrop), more, "test");
  EXPECT_TRUE(with.layout(1, 1).has_masks);
  EXPECT_EQ(with.layout(1, 1).box_class_names, more.box_class_names);
  EXPECT_EQ(with.layout(1, 1).extra_labels, more.extra_labels);
  EXPECT_EQ(with.row_bytes(), without.row_bytes() + 32 * 48);
}

TEST(Plan, CanonicalTextNamesTheSmallestBoxOnlyWhereItIsNotTheDefault) {
  for (const char* top : {"", "min_box_area = 1", "min_box_area = 1.0"}) {
    EXPECT_EQ(Plan(recipe_with(kCrop, top), facts(9), "").recipe_text(),
              Plan(recipe_with(kCrop), facts(9), "").recipe_text());
  }
  const Plan plan(recipe_with(kCrop, "min_box_area = 2.5"), facts(9), "");
  EXPECT_THAT(plan.recipe_text(), HasSubstr("\nmin_box_area = 2.5\n"));
  const recipe::Recipe back = recipe::parse_canonical(plan.recipe_text(), "shard", vocabulary());
  EXPECT_EQ(back.min_box_area, 2.5);
  EXPECT_EQ(recipe::canonical_text(back), plan.recipe_text());
  EXPECT_THROW(recipe_with(kCrop, "min_box_area = -1"), Error);
}

TEST(Plan, CanonicalTextNamesFuseOnlyWhereItIsOn) {
  const Plan stepwise(recipe_with(kCrop, "fuse = false"), facts(9), "");
  EXPECT_EQ(stepwise.recipe_text(), Plan(recipe_with(kCrop, ""), facts(9), "").recipe_text());
  const Plan fused(recipe_with(kCrop, "fuse = true"), facts(9), "");
  EXPECT_THAT(fused.recipe_text(), HasSubstr("\nfuse = true\n"));
  const recipe::Recipe back = recipe::parse_canonical(fused.recipe_text(), "shard", vocabulary());
  EXPECT_TRUE(back.fuse);
  EXPECT_EQ(recipe::canonical_text(back), fused.recipe_text());
}

TEST(Plan, RefusesAPictureOfNoFixedSize) {
  EXPECT_THAT(refusal(kFlip), HasSubstr("no fixed size"));
  EXPECT_THAT(refusal("[[augment]]\nop = \"resize\"\nsize = 64\n"), HasSubstr("no fixed size"));
  EXPECT_THAT(refusal("[[augment]]\nop = \"keep\"\nname = \"raw\"\n" + std::string(kCrop)),
              HasSubstr("keep `raw`"));
}

TEST(Plan, RefusesFewerOutcomesThanEpochs) {
  EXPECT_EQ(refusal(kFlipOnly, "epochs = 2"), "");
  EXPECT_THAT(refusal(kFlipOnly, "epochs = 3"), HasSubstr("random_horizontal_flip"));
  EXPECT_THAT(refusal(kFlipOnly, "epochs = 3"), HasSubstr("only 2 different outcomes"));
  EXPECT_EQ(refusal(kFlipOnly, "epochs = 3\nunique = false"), "");
}

TEST(Plan, RefusesASourceWithoutSamples) {
  EXPECT_THAT(refusal(kCrop, "", facts(0)), HasSubstr("no samples"));
}

TEST(Plan, RefusesASourceWithMoreSamplesThanStreams) {
  EXPECT_EQ(refusal(kCrop, "", facts(streams::kSampleLimit)), "");
  EXPECT_THAT(refusal(kCrop, "", facts(streams::kSampleLimit + 1)), HasSubstr("1099511627776"));
}

TEST(Plan, LimitsOfTheRecipeAreThoseOfTheStreams) {
  const auto accepts = [](const std::string& lines) {
    try {
      recipe_with(std::string(kCrop) + lines);
    } catch (const Error&) {
      return false;
    }
    return true;
  };
  const auto streams = [](std::uint64_t ranks, std::uint64_t threads) {
    return "[streams]\nranks = " + std::to_string(ranks) +
           "\nthreads = " + std::to_string(threads) + "\n";
  };
  EXPECT_TRUE(accepts(streams(streams::kRankLimit, streams::kThreadLimit)));
  EXPECT_FALSE(accepts(streams(streams::kRankLimit + 1, 1)));
  EXPECT_FALSE(accepts(streams(1, streams::kThreadLimit + 1)));
  const auto on_stream = [](std::uint32_t op) { return "stream = " + std::to_string(op) + "\n"; };
  EXPECT_TRUE(accepts(on_stream(streams::kFirstReservedOp - 1)));
  EXPECT_FALSE(accepts(on_stream(streams::kFirstReservedOp)));
  EXPECT_NO_THROW(recipe_with(kCrop, "epochs = " + std::to_string(streams::kEpochLimit)));
  EXPECT_THROW(recipe_with(kCrop, "epochs = " + std::to_string(streams::kEpochLimit + 1)), Error);
}

}  // namespace
}  // namespace epochmill::plan
